// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.dispatch;

import io.tcn.core.model.PipeId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// What a pipe uses of all that limits it, and where it stands among those that wait. Mutable; owned by the dispatch
/// loop.
final class PipeUsage {
    private static final long NOT_WAITING = Long.MAX_VALUE;
    private static final long NOTHING_CHARGED = -1;

    /// Turns that may come to nothing, because something else had no room, before room is kept for it.
    private static final int MOST_LOST_TURNS = 8;

    private final ConnectionRate rate = new ConnectionRate();
    private List<? extends Gate> limits;
    private List<BoundGate> bounds = List.of();
    private @Nullable UnmappedGate unmapped;
    private @Nullable OwnMost ownMost;
    private List<Gate> gates;
    private List<GuaranteeFloor> floors = List.of();
    private int open;
    private int left;
    private @Nullable PipeId pipe;
    private long declaredVersion;
    private long declaredNanos;
    private long chargedBytes = NOTHING_CHARGED;
    private double unpaidBits;
    private double movedBits;
    private long waitsSince = NOT_WAITING;
    private int lostTurns;

    /// A pipe with nothing open.
    ///
    /// @param limits the limits of connections that concern it, those only that limit anything
    PipeUsage(List<? extends Gate> limits) {
        this.limits = limits;
        this.gates = List.copyOf(limits);
    }

    /// The pipe is new.
    ///
    /// @param id its name
    /// @param pipesVersion the first version of the table of pipes that has it
    void declared(PipeId id, long pipesVersion, long nowNanos) {
        pipe = id;
        declaredVersion = pipesVersion;
        declaredNanos = nowNanos;
    }

    /// The name of the pipe; null where none was declared.
    @Nullable
    PipeId pipe() {
        return pipe;
    }

    /// The first version of the table of pipes that has the pipe.
    long declaredVersion() {
        return declaredVersion;
    }

    /// Since when the pipe is known, as a monotonic time.
    long declaredNanos() {
        return declaredNanos;
    }

    /// What a connection of the pipe carries.
    ConnectionRate rate() {
        return rate;
    }

    /// All that has to have room for a connection of it.
    List<Gate> gates() {
        return gates;
    }

    List<BoundGate> bounds() {
        return bounds;
    }

    List<GuaranteeFloor> floors() {
        return floors;
    }

    /// Whether what its connections carry has to be known.
    boolean isMeasured() {
        return !bounds.isEmpty() || !floors.isEmpty();
    }

    /// The limits of connections that concern it have changed. What is open, or may be, counts under them.
    void setLimits(List<? extends Gate> newLimits) {
        limits = newLimits;
        for (Gate limit : limits) {
            limit.changed(this, counted());
        }
        collect();
    }

    /// The resource controls that concern it have changed. What is open is counted by [BoundGates] afterwards.
    ///
    /// @param newUnmapped what keeps it back while nothing is known of its path; null if it is known
    void setControls(List<BoundGate> newBounds, List<GuaranteeFloor> newFloors, @Nullable UnmappedGate newUnmapped) {
        bounds = newBounds;
        floors = newFloors;
        unmapped = newUnmapped;
        collect();
    }

    private void collect() {
        List<Gate> all = new ArrayList<>();
        if (ownMost != null) {
            // First: a pipe that its own most holds waits there, and takes no turn at what it shares with others.
            all.add(ownMost);
        }
        all.addAll(limits);
        if (unmapped != null) {
            all.add(unmapped);
        }
        bounds.forEach(bound -> all.add(bound.trial()));
        all.addAll(bounds);
        gates = List.copyOf(all);
    }

    /// Connections that are open.
    int open() {
        return open;
    }

    /// Connections were opened, or closed if negative.
    void changed(int connections) {
        open += connections;
        for (Gate limit : limits) {
            limit.changed(this, connections);
        }
        for (BoundGate bound : bounds) {
            bound.changed(this, connections);
        }
        for (GuaranteeFloor floor : floors) {
            floor.changed(this, connections);
        }
        if (open == 0) {
            rate.closed();
        }
    }

    /// Connections that may be open though no attempt has them count, or cease to if negative.
    ///
    /// @param most of the pipe itself, as it is at any moment
    void countLeft(int connections, IntSupplier most) {
        left += connections;
        for (Gate limit : limits) {
            limit.changed(this, connections);
        }
        for (BoundGate bound : bounds) {
            bound.left(this, connections);
        }
        if (counted() == 0) {
            rate.closed();
        }
        if (ownMost == null) {
            ownMost = new OwnMost(this, most);
            collect();
        }
    }

    /// Connections that are open, or may be though no attempt has them.
    int counted() {
        return open + left;
    }

    /// Connections that may be open though no attempt has them.
    int left() {
        return left;
    }

    /// How many more connections limits and bounds let open; none or less if one is reached.
    int room() {
        int room = Integer.MAX_VALUE;
        for (int i = 0; i < gates.size() && room > 0; i++) {
            room = Math.min(room, gates.get(i).room(this));
        }
        return room;
    }

    /// Whether every limit of connections lets it open one more.
    boolean limitsHaveRoom() {
        for (Gate limit : limits) {
            if (limit.room(this) <= 0) {
                return false;
            }
        }
        return true;
    }

    /// Whether anybody waits for something that has to have room for a connection of it.
    boolean isWaitedFor() {
        for (int i = 0; i < gates.size(); i++) {
            if (gates.get(i).isWaitedFor()) {
                return true;
            }
        }
        return false;
    }

    /// Whether its user is guaranteed more on some resource of its path than the connections there carry.
    boolean lacksGuarantee() {
        for (GuaranteeFloor floor : floors) {
            if (floor.isLacking()) {
                return true;
            }
        }
        return false;
    }

    // --- what its bounds are charged for

    /// Charges its bounds for what it has moved since the last time; the first time, for nothing.
    ///
    /// @param movedBytes what it has moved so far
    void charge(long movedBytes) {
        if (chargedBytes != NOTHING_CHARGED && movedBytes > chargedBytes) {
            double bits = 8.0 * (movedBytes - chargedBytes);
            for (BoundGate bound : bounds) {
                bound.moved(bits);
            }
            unpaidBits += bits;
            movedBits += bits;
        }
        chargedBytes = Math.max(chargedBytes, movedBytes);
    }

    /// What it has moved since it had other bounds, in bits.
    double movedBits() {
        return movedBits;
    }

    /// What it has moved that may not be paid for yet, in bits: under these bounds, and what it owed under those
    /// before.
    double unpaidBits() {
        return unpaidBits;
    }

    /// Its bounds are about to be others.
    ///
    /// @param owedBits what was owed under those that were, by whomever, in bits
    void boundsReplaced(double owedBits) {
        unpaidBits = Math.min(unpaidBits, owedBits);
        movedBits = 0;
    }

    /// What it has moved until the next [#charge] is nobody's debt: no bound concerned it.
    void forgetCharged() {
        chargedBytes = NOTHING_CHARGED;
    }

    // --- waiting

    /// When it began to wait, as a number that grows; the same until it has opened a connection.
    long waitsSince() {
        return waitsSince;
    }

    boolean isWaiting() {
        return waitsSince != NOT_WAITING;
    }

    void waitSince(long number) {
        waitsSince = number;
    }

    /// It had its turn, and something else had no room.
    void lostTurn() {
        lostTurns++;
    }

    /// Whether it has lost so many turns that room is kept for it.
    boolean isOverdue() {
        return lostTurns >= MOST_LOST_TURNS;
    }

    /// It does not wait any more.
    void endWait() {
        waitsSince = NOT_WAITING;
        lostTurns = 0;
    }
}
