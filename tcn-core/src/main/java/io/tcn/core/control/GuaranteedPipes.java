// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.control;

import io.tcn.core.model.ConstraintKind;
import io.tcn.core.model.ResourceId;
import io.tcn.core.model.UserId;
import io.tcn.core.optimizer.Constraint;
import io.tcn.core.optimizer.PipeObservation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What pipes need so that the guarantees of their users are kept, wherever those stand on their ways.
///
/// The part of each guarantee that a pipe is to move is in proportion to what the pipes of the guarantee move now; the
/// parts are even while they move nothing. A pipe that does not grow needs little more than it moves, whatever is
/// guaranteed: what it leaves is not for other pipes of its user. Cost: O(pipes of all guarantees), once per interval.
final class GuaranteedPipes {
    /// Room beyond a guarantee where it stands: what is moved differs from interval to interval, and who is held to the
    /// mean is short in half of them.
    private static final double ROOM = 1.04;

    /// The same elsewhere on the way where several pipes keep the guarantee: it is not known which will move how much.
    private static final double ROOM_OF_SEVERAL = 1.1;

    /// A pipe needs no more than so many times what it moves: it may grow by that in an interval.
    private static final double GROWS = 1.5;

    /// A sum of parts that is this little above the whole is the whole.
    private static final double ROUNDING = 1e-9;

    private record Key(UserId user, ResourceId resource) {}

    private final double[] elsewhereBps;
    private final double[] withRoomBps;
    private final Map<Key, Double> guaranteedBps = new HashMap<>();

    GuaranteedPipes(List<Constraint> constraints, List<PipeObservation> pipes) {
        elsewhereBps = new double[pipes.size()];
        withRoomBps = new double[pipes.size()];
        for (Constraint constraint : constraints) {
            if (constraint.kind() == ConstraintKind.GUARANTEE) {
                guaranteedBps.put(new Key(constraint.user(), constraint.resource()), constraint.limitBps());
                note(constraint, pipes);
            }
        }
    }

    private void note(Constraint guarantee, List<PipeObservation> pipes) {
        double used = 0;
        int busy = 0;
        for (int k = 0; k < guarantee.size(); k++) {
            PipeObservation pipe = pipes.get(guarantee.pipe(k));
            used += pipe.hasWork() ? pipe.throughputBps() : 0;
            busy += pipe.hasWork() ? 1 : 0;
        }
        double room = busy > 1 ? ROOM_OF_SEVERAL : ROOM;
        for (int k = 0; k < guarantee.size(); k++) {
            int i = guarantee.pipe(k);
            PipeObservation pipe = pipes.get(i);
            if (pipe.hasWork()) {
                double mostBps = used > 0 ? GROWS * pipe.throughputBps() : guarantee.limitBps() / busy;
                double part = used > 0 ? pipe.throughputBps() / used : 1.0 / busy;
                double needed = Math.min(part * guarantee.limitBps(), mostBps);
                elsewhereBps[i] = Math.max(elsewhereBps[i], needed);
                withRoomBps[i] = Math.max(withRoomBps[i], room * needed);
            }
        }
    }

    /// What a user needs on a resource: what it is guaranteed there, and, where that is more, what its pipes need for
    /// guarantees elsewhere; of several guarantees of a pipe, what the greatest asks for. Both with some room.
    ///
    /// @return bit/s; 0 where nothing is guaranteed
    double neededBps(ShareGroup.Member member, ResourceId resource) {
        double needed = 0;
        double withRoom = 0;
        for (int i : member.pipes()) {
            needed += elsewhereBps[i];
            withRoom += withRoomBps[i];
        }
        double own = guaranteedBps.getOrDefault(new Key(member.user(), resource), 0.0);
        return needed > (1 + ROUNDING) * own ? Math.max(ROOM * own, withRoom) : ROOM * own;
    }
}
