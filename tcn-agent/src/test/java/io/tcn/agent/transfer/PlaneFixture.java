// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.fake.FakeXrootd;
import io.tcn.agent.transfer.RecordingListener.Answer;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.port.Attempt;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/// Two fake storages and a data plane between them.
abstract class PlaneFixture {
    final FakeXrootd from = FakeXrootd.start();
    final FakeXrootd to = FakeXrootd.start();
    final TestClock clock = new TestClock();
    final RecordingListener heard = new RecordingListener();
    private @Nullable AgentDataPlane plane;

    /// The plane, made on first use.
    final AgentDataPlane plane() {
        AgentDataPlane made = plane;
        return made == null ? with(UnaryOperator.identity()) : made;
    }

    /// The plane with other settings than the usual ones of a test.
    final AgentDataPlane with(UnaryOperator<AgentSettings.Builder> change) {
        AgentSettings.Builder builder = AgentSettings.builder()
                .storages(StorageRules.HERE)
                .stallTimeout(Duration.ofSeconds(20))
                .tpcCancelGrace(Duration.ofSeconds(10));
        AgentDataPlane made = new AgentDataPlane(change.apply(builder).build(), clock);
        plane = made;
        return made;
    }

    @AfterEach
    void closeAll() throws IOException {
        AgentDataPlane made = plane;
        if (made != null) {
            made.close();
        }
        from.close();
        to.close();
    }

    final Answer run(Orders orders) throws InterruptedException {
        return run(orders.build());
    }

    /// Starts an attempt, lets it proceed once it is prepared, and returns its end.
    final Answer run(Attempt attempt) throws InterruptedException {
        plane().start(attempt, heard);
        Answer first = heard.next();
        if (first instanceof Prepared) {
            plane().proceed(attempt.id());
            return heard.next();
        }
        return first;
    }

    final Finished finish(Orders orders) throws InterruptedException {
        Answer answer = run(orders);
        if (answer instanceof Finished finished) {
            return finished;
        }
        throw new AssertionError("expected the transfer to finish, heard " + answer);
    }

    final Failed fail(Orders orders) throws InterruptedException {
        Answer answer = run(orders);
        if (answer instanceof Failed failed) {
            return failed;
        }
        throw new AssertionError("expected the transfer to fail, heard " + answer);
    }

    /// From `/f` of the first storage to `/d/f` of the second.
    Orders usual() {
        return Orders.copy(from.url("/f"), to.url("/d/f"));
    }
}
