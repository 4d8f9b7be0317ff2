/* block-room.h: the memory of an SM's blocks: home rows, registers, shared memory; private to sim/. That of a block that has ended is there for the
 * next one of the same size: most launches have many.
 * What this module cannot do: keep memory of several sizes at a time. */
#ifndef SIMT_BLOCK_ROOM_H
#define SIMT_BLOCK_ROOM_H

struct block;
struct launch_state;
struct sm_blocks;

/* A block with room for one of l, which the SM owns: all else in it, in its registers and in its shared memory is 0, and so are its threads'
 * indices; but where l->regroup is NULL these may be in order already, and then in_order says so. The program ends when there is no memory. */
struct block *block_room_take(struct sm_blocks *all, const struct launch_state *l);
/* b, which is in no list, has ended: the SM keeps its memory. */
void block_room_give(struct sm_blocks *all, struct block *b);
/* `to` gets the memory of blocks that have ended that `from` keeps, if it keeps none itself. */
void block_room_hand_on(struct sm_blocks *from, struct sm_blocks *to);
/* Frees b. */
void block_room_free(struct block *b);
/* Frees what is kept. */
void block_room_drop(struct sm_blocks *all);

#endif
