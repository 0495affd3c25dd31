// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.intake.LimitProperties;
import io.tcn.api.intake.Refused;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import io.tcn.core.state.PipeActivity;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/// Room for more transfers: so many that are not over a user may have, and all users together, as the settings say.
///
/// What there is is counted from the pipes once a second. What was taken since then counts with it, and what is under
/// way for as long as it is, so that many who submit at once take no more than there is, however slow the database. A
/// submission that fails has its room back with the next count. Spare sources of a file count once they are tried.
@Component
public final class QueueRoom {
    private static final long COUNT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int RETRY_AFTER_SECONDS = 60;

    private final LimitProperties limits;
    private final Supplier<Map<UserId, Long>> count;
    private final TimeSource time;
    private final Map<UserId, Long> underWay = new HashMap<>();
    private Map<UserId, Long> ofUser = Map.of();
    private long ofAll;
    private long countedNanos;
    private boolean isCounted;

    @Autowired
    QueueRoom(LimitProperties limits, ControlPlane controlPlane, TimeSource time) {
        this(limits, () -> openTransfers(controlPlane), time);
    }

    /// @param count transfers that are not over, by user
    QueueRoom(LimitProperties limits, Supplier<Map<UserId, Long>> count, TimeSource time) {
        this.limits = limits;
        this.count = count;
        this.time = time;
    }

    private static Map<UserId, Long> openTransfers(ControlPlane controlPlane) {
        Map<UserId, Long> open = new HashMap<>();
        controlPlane.state().snapshot().pipes().values().forEach(pipe -> {
            PipeActivity activity = controlPlane.state().activityOf(pipe.id());
            long here = (long) activity.activeTransfers() + activity.queuedTransfers() + activity.waitingTransfers();
            if (here > 0) {
                open.merge(pipe.user(), here, Long::sum);
            }
        });
        return open;
    }

    /// Room that was taken for a submission that is under way.
    public interface Taken extends AutoCloseable {
        /// The submission is stored, and the loops know of it, or it has failed.
        @Override
        void close();
    }

    /// Takes room for transfers of a user.
    ///
    /// @throws Refused 429 if there is none now, 413 if there never can be
    public Taken take(UserId user, int transfers) {
        if (limits.openTransfers() == 0 && limits.openTransfersPerUser() == 0) {
            return () -> {};
        }
        synchronized (this) {
            countAnew();
            long before = ofUser.getOrDefault(user, 0L);
            check("user " + user, before, transfers, limits.openTransfersPerUser());
            check("all users together", ofAll, transfers, limits.openTransfers());
            ofUser.put(user, before + transfers);
            ofAll += transfers;
            underWay.merge(user, (long) transfers, Long::sum);
        }
        return () -> giveBack(user, transfers);
    }

    private synchronized void giveBack(UserId user, int transfers) {
        underWay.computeIfPresent(user, (of, count) -> count <= transfers ? null : (Long) (count - transfers));
    }

    private void countAnew() {
        long now = time.nanoTime();
        if (isCounted && now - countedNanos < COUNT_NANOS) {
            return;
        }
        ofUser = new HashMap<>(count.get());
        underWay.forEach((user, transfers) -> ofUser.merge(user, transfers, Long::sum));
        ofAll = ofUser.values().stream().mapToLong(Long::longValue).sum();
        countedNanos = now;
        isCounted = true;
    }

    private static void check(String whose, long before, int more, long most) {
        if (most == 0 || before + more <= most) {
            return;
        }
        if (more > most) {
            throw Refused.tooLarge("A submission of " + more + " transfers, where " + whose + " may have " + most
                    + " that are not over: split it");
        }
        throw Refused.tooMany(
                "Of " + whose + " " + before + " transfers are not over, and with " + more + " more they would be above"
                        + " the limit of " + most,
                RETRY_AFTER_SECONDS);
    }
}
