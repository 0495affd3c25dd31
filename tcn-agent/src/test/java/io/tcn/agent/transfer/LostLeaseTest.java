// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.agent.AgentClock;
import io.tcn.agent.Footprint;
import io.tcn.agent.Relay;
import io.tcn.agent.Side;
import io.tcn.agent.TransferException;
import io.tcn.agent.fake.CopyScript;
import io.tcn.agent.local.LocalFile;
import io.tcn.agent.transfer.RecordingListener.Answer;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An attempt whose process was cut off for longer than its lease touches nothing any more.
class LostLeaseTest extends PlaneFixture {
    private static final byte[] CONTENT = Orders.bytes(400_000);

    private final AtomicBoolean held = new AtomicBoolean(true);

    @BeforeEach
    void aFileAtTheSource() {
        from.put("/f", CONTENT);
    }

    private Failed failsAfter(Attempt attempt, Runnable prepared) throws InterruptedException {
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        prepared.run();
        plane().proceed(attempt.id());
        Answer end = heard.next();
        assertThat(end).isInstanceOf(Failed.class);
        return (Failed) end;
    }

    @Test
    void noCopyIsAskedFor() throws InterruptedException {
        with(settings -> settings.leases(attempt -> held::get));

        Failed failed = failsAfter(usual().build(), () -> held.set(false));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.SERVER_RESTARTED);
        // Nobody has looked: the next attempt will.
        assertThat(failed.destinationClean()).isFalse();
        assertThat(to.requests("COPY")).isEmpty();
        assertThat(to.requests("PUT")).isEmpty();
    }

    @Test
    void anUploadUnderWayIsBrokenOffAndWhatItLeftStays() throws InterruptedException {
        with(settings -> settings.leases(attempt -> held::get).thirdPartyCopy(TpcPolicy.OFF));
        to.faults().beforeContinue(() -> held.set(false));

        Failed failed = failsAfter(usual().build(), () -> {});

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.SERVER_RESTARTED);
        assertThat(failed.destinationClean()).isFalse();
        assertThat(to.content("/d/f").filter(found -> found.length == CONTENT.length))
                .isEmpty();
        assertThat(to.requests("DELETE")).isEmpty();
    }

    @Test
    void nothingIsRemovedWhenItIsGivenBack() throws InterruptedException {
        with(settings -> settings.leases(attempt -> held::get));
        to.onCopy(CopyScript.hanging(Orders.bytes(4_000)));
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        plane().proceed(attempt.id());
        to.await("hanging");
        held.set(false);
        plane().giveBack(attempt.id());

        assertThat(heard.next(Failed.class).destinationClean()).isFalse();
        assertThat(to.requests("DELETE")).isEmpty();
        assertThat(to.content("/d/f")).isPresent();
    }

    @Test
    void whatAnEarlierAttemptLeftIsNotRemovedEither() throws InterruptedException {
        with(settings -> settings.leases(attempt -> held::get));
        to.put("/d/f", Orders.bytes(10));
        held.set(false);
        plane().cleanUp(usual().maybeOurs().build(), heard);

        assertThat(heard.next(Failed.class).destinationClean()).isFalse();
        assertThat(to.requests("DELETE")).isEmpty();
    }

    /// A process that is stopped between the look at its lease and the rename cannot be kept from the rename;
    /// but a later attempt has removed what it would rename.
    @Test
    void aLaterAttemptTakesAwayWhatAnEarlierOneCouldPublish(@TempDir Path folder)
            throws IOException, TransferException, InterruptedException {
        Path source = Files.write(folder.resolve("source"), CONTENT);
        Path destination = Files.createDirectory(folder.resolve("to")).resolve("f");
        Footprint lost = new Footprint(false, AgentClock.SYSTEM, () -> {}, held::get);
        held.set(false);
        LocalFile first = new LocalFile(Side.DESTINATION, destination, "7", 1);
        Relay bytes = new Relay(new LocalFile(Side.SOURCE, source, "7").open().bytes(), CONTENT.length, moved -> {});
        assertThatThrownBy(() -> first.write(bytes, CONTENT.length, false, lost))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("lease");
        assertThat(names(destination)).hasSize(1).allMatch(name -> name.endsWith(".1.part"));

        new LocalFile(Side.DESTINATION, destination, "7", 2).removeParts();
        assertThat(names(destination)).isEmpty();
    }

    private static java.util.List<String> names(Path destination) throws IOException {
        try (Stream<Path> all = Files.list(destination.resolveSibling("."))) {
            return all.map(each -> String.valueOf(each.getFileName())).toList();
        }
    }
}
