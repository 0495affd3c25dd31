// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.agent.fake.CopyCall;
import io.tcn.agent.fake.CopyScript;
import io.tcn.agent.fake.FakeRequest;
import io.tcn.agent.fake.FakeXrootd;
import io.tcn.agent.transfer.RecordingListener.Canceled;
import io.tcn.agent.transfer.RecordingListener.Failed;
import io.tcn.agent.transfer.RecordingListener.Finished;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.port.Attempt;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThirdPartyCopyTest extends PlaneFixture {
    private static final byte[] CONTENT = Orders.bytes(10_000);
    private static final byte[] PART = Orders.bytes(4_000);

    @BeforeEach
    void aFileAtTheSource() {
        from.put("/f", CONTENT);
    }

    @Test
    void theDestinationPullsWhereItCan() throws InterruptedException {
        Finished finished = finish(usual());

        assertThat(finished.sizeBytes()).isEqualTo(10_000);
        assertThat(finished.checksum()).isEqualTo(new Checksum("ADLER32", FakeXrootd.adler32(CONTENT)));
        assertThat(to.content("/d/f")).contains(CONTENT);
        FakeRequest copy = to.requests("COPY").getFirst();
        assertThat(copy.header("Source")).contains(from.url("/f").toString());
        assertThat(copy.header("Overwrite")).contains("F");
        assertThat(copy.header("Credential")).contains("none");
        assertThat(copy.header("X-Number-Of-Streams")).isEmpty();
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(10_000);
    }

    @Test
    void davGoesOverTheWireAsHttp() throws InterruptedException {
        URI dav = URI.create(from.url("/f").toString().replace("http:", "dav:"));

        finish(Orders.copy(dav, to.url("/d/f")));

        assertThat(to.requests("COPY").getFirst().header("Source"))
                .contains(from.url("/f").toString());
    }

    @Test
    void theSourcePushesWhereTheDestinationCannotPull() throws InterruptedException {
        to.withoutCopy();

        finish(usual());

        assertThat(from.requests("COPY").getFirst().header("Destination"))
                .contains(to.url("/d/f").toString());
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    /// In a header what is not ASCII had been a question mark: the name of another file.
    @ParameterizedTest
    @CsvSource({"/d/run1\u00fc, /d/run1%C3%BC", "/d/run1\u4e2d, /d/run1%E4%B8%AD"})
    void aNameThatIsNotAsciiIsThatOfTheSameFileForBoth(String path, String wire) throws InterruptedException {
        to.withoutCopy();
        to.put("/d/run1", PART);

        finish(Orders.copy(from.url("/f"), to.url(path)));

        assertThat(from.requests("COPY").getFirst().header("Destination"))
                .contains(to.url(wire).toString());
        assertThat(to.content(path)).contains(CONTENT);
        assertThat(to.content("/d/run1")).contains(PART);
    }

    @Test
    void theSourcePushesFirstWhereThatIsPreferred() throws InterruptedException {
        with(settings -> settings.thirdPartyCopy(TpcPolicy.PREFER_PUSH));

        finish(usual());

        assertThat(from.requests("COPY")).hasSize(1);
        assertThat(to.requests("COPY")).isEmpty();
        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void whatAStorageCanDoIsAskedOnce() throws InterruptedException {
        finish(usual());
        finish(Orders.copy(from.url("/f"), to.url("/d/g")));

        assertThat(to.requests("OPTIONS")).hasSize(1);
    }

    /// It is busy, or does not tell this user.
    @ParameterizedTest
    @ValueSource(ints = {401, 403, 429, 500, 503})
    void aStorageThatDoesNotSayWhatItCanDoIsAskedAgain(int status) throws InterruptedException {
        to.faults().refuse("OPTIONS", status, "");
        finish(usual());
        to.faults().allow("OPTIONS");

        finish(Orders.copy(from.url("/f"), to.url("/d/g")));

        assertThat(to.requests("COPY")).extracting(FakeRequest::path).containsExactly("/d/g");
    }

    @Test
    void aStorageThatSaysWhatItCanDoInARefusalIsAskedOnce() throws InterruptedException {
        to.faults().refuse("OPTIONS", 405, "");
        to.faults().refuseWith("Allow", "GET, HEAD, PUT, DELETE");

        finish(usual());
        finish(Orders.copy(from.url("/f"), to.url("/d/g")));

        assertThat(to.requests("OPTIONS")).hasSize(1);
    }

    @Test
    void aPullThatCannotReachTheSourceIsReplacedByAPush() throws InterruptedException {
        to.onCopy(CopyScript.failing("Couldn't connect to server", new byte[0]));

        finish(usual());

        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(from.requests("COPY")).hasSize(1);
        assertThat(to.requests("DELETE")).hasSize(1);
    }

    @Test
    void whereNeitherStorageCanCopyTheBytesGoThroughUs() throws InterruptedException {
        to.onCopy(CopyScript.failing("SSL peer certificate or SSH remote key was not OK", new byte[0]));
        from.onCopy(CopyScript.refusing(405, "no"));

        finish(usual());

        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(to.requests("PUT")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Remote side failed with status code 404; error message: \"Unable to open /f; no such file or"
                        + " directory \"|SOURCE_NOT_FOUND",
                "Error when interacting with local filesystem: Unable to write /d/f; no space left on device (code=28)"
                        + "|DESTINATION_NO_SPACE",
                "Error when interacting with local filesystem: Unknown filesystem write failure."
                        + "|DESTINATION_UNAVAILABLE",
                "Transferred a partial file|INTERRUPTED",
                "Transfer failed because no bytes have been received in 30 seconds.|TIMEOUT",
                "Server returned nothing (no headers, no data)|INTERRUPTED"
            })
    void aFailedPullLeavesNothing(String text, ErrorCode code) throws InterruptedException {
        to.onCopy(CopyScript.failing(text, PART));

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(code);
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
        assertThat(clock.pauses()).isEmpty();
    }

    @Test
    void aDestinationThatAppearsBeforeThePullIsLeftAlone() throws InterruptedException {
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        to.put("/d/f", PART);
        plane().proceed(attempt.id());

        Failed failed = heard.next(Failed.class);

        assertThat(failed.failure().toReason())
                .isEqualTo("DESTINATION [17] Destination file exists and overwrite is not enabled");
        assertThat(to.content("/d/f")).contains(PART);
    }

    /// Said to be done after less than half of it, by a storage that tells neither size nor checksum.
    @Test
    void aCopyOfWhichNothingCanBeComparedIsMadeAgainThroughUs() throws InterruptedException {
        to.faults().hideSize();
        to.faults().digestHeader("");
        to.onCopy(call -> {
            call.created();
            call.leave(PART);
            call.last("success: Created");
        });
        from.withoutCopy();

        finish(usual());

        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void theSizeIsAlsoToldAsAProperty() throws InterruptedException {
        to.faults().hideSize();
        to.faults().tellSizeAsProperty();
        to.faults().digestHeader("");

        finish(usual());

        assertThat(to.requests("PUT")).isEmpty();
    }

    /// A copy of hours is not thrown away for that.
    @Test
    void aStorageThatCannotSayForAMomentIsAskedAgain() throws InterruptedException {
        from.faults().digestHeader("");
        to.faults().digestHeader("");
        to.onCopy(call -> {
            call.created();
            call.leave(CONTENT);
            to.faults().refuse("HEAD", 503, "");
            call.last("success: Created");
        });
        clock.meanwhile(() -> to.faults().allow("HEAD"));

        finish(usual());

        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(to.requests("COPY")).hasSize(1);
    }

    @Test
    void aRightThatOneIsRefusedSaysNothingOfTheStorage() throws InterruptedException {
        to.likeOrdinaryWebDav(CopyScript.refusing(403, ""));
        finish(usual());
        to.onCopy(CopyScript.honest());

        finish(usual().overwriting());

        assertThat(to.requests("COPY")).hasSize(2);
    }

    @Test
    void aPushNeverOverwritesWhatAppearedBefore() throws InterruptedException {
        to.withoutCopy();
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        to.put("/d/f", PART);
        plane().proceed(attempt.id());

        assertThat(heard.next(Failed.class).failure().code()).isEqualTo(ErrorCode.DESTINATION_EXISTS);
        assertThat(to.content("/d/f")).contains(PART);
        assertThat(from.requests("COPY")).isEmpty();
    }

    @Test
    void anAllowedOverwriteReplaces() throws InterruptedException {
        to.put("/d/f", PART);

        finish(usual().overwriting());

        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(to.requests("COPY").getFirst().header("Overwrite")).contains("T");
    }

    @Test
    void aConnectionThatEndsWithoutALastLineIsAFailure() throws InterruptedException {
        to.onCopy(CopyScript.dying(PART));

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void successWithoutAFileIsAFailure() throws InterruptedException {
        to.onCopy(CopyScript.lying());

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.destinationClean()).isTrue();
    }

    @Test
    void aShorterFileThanTheSourceIsRemoved() throws InterruptedException {
        to.onCopy(call -> {
            call.created();
            call.leave(PART);
            call.last("success: Created");
        });

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.SIZE_MISMATCH);
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void soIsAShorterOneThanTheTransferSaysWhereTheSourceTellsNoSize() throws InterruptedException {
        from.faults().hideSize();
        from.faults().digestHeader("");
        to.faults().digestHeader("");
        to.onCopy(call -> {
            call.created();
            call.leave(PART);
            call.last("success: Created");
        });

        assertThat(fail(usual().sizeBytes(10_000)).failure().code()).isEqualTo(ErrorCode.SIZE_MISMATCH);
        assertThat(to.paths()).isEmpty();
    }

    /// It is ours all the same: the source has not said that there is no more.
    @Test
    void soIsALongerOne() throws InterruptedException {
        from.faults().hideSize();
        from.faults().digestHeader("");
        to.faults().digestHeader("");

        assertThat(fail(usual().sizeBytes(9_999)).failure().code()).isEqualTo(ErrorCode.SIZE_MISMATCH);
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aFileWithOtherBytesIsRemoved() throws InterruptedException {
        to.onCopy(call -> {
            call.created();
            call.leave(new byte[10_000]);
            call.last("success: Created");
        });

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aStorageThatNeverAnswersIsGivenUp() throws InterruptedException {
        with(settings -> settings.slowHeaderTimeout(Duration.ofSeconds(3)));
        to.onCopy(CopyScript.silent());

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(clock.paused()).isEqualTo(Duration.ofSeconds(10));
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void aCopyThatStandsStillIsGivenUp() throws InterruptedException {
        with(settings -> settings.stallTimeout(Duration.ofSeconds(3)));
        to.onCopy(CopyScript.hanging(PART));

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(failed.destinationClean()).isTrue();
        assertThat(to.paths()).isEmpty();
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(4_000);
    }

    @Test
    void aCopyThatTakesTooLongIsGivenUp() throws InterruptedException {
        with(settings -> settings.stallTimeout(Duration.ofSeconds(10)));
        to.onCopy(CopyScript.hanging(PART));

        Failed failed = fail(usual().timeout(Duration.ofSeconds(2)));

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(failed.failure().message()).contains("not done in time");
    }

    @Test
    void aStorageThatNoticesACancelLateLeavesNothingAllTheSame() throws InterruptedException {
        to.onCopy(CopyScript.hanging(PART));
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        plane().proceed(attempt.id());
        to.await("hanging");
        // Until its next marker the storage goes on writing.
        clock.meanwhile(() -> to.put("/d/f", CONTENT));

        plane().cancel(attempt.id());

        assertThat(heard.next(Canceled.class).destinationClean()).isTrue();
        to.await("client gone");
        assertThat(clock.paused()).isEqualTo(Duration.ofSeconds(10));
        assertThat(to.paths()).isEmpty();
        assertThat(heard.isQuiet()).isTrue();
    }

    @Test
    void aDestinationThatCannotBeRemovedIsReported() throws InterruptedException {
        to.onCopy(CopyScript.failing("Transferred a partial file", PART));
        to.faults().refuse("DELETE", 403, "no");

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.destinationClean()).isFalse();
    }

    @Test
    void aMissingFolderIsMadeBeforeThePull() throws InterruptedException {
        to.faults().wantFolders();

        finish(usual());

        assertThat(to.requests("MKCOL")).extracting(FakeRequest::path).containsExactly("/d/");
    }

    @Test
    void missingFoldersAreMadeOneByOneWhereAStorageMakesNoParents() throws InterruptedException {
        to.faults().refuse("MKCOL", 409, "");

        finish(Orders.copy(from.url("/f"), to.url("/a/b/f")));

        assertThat(to.requests("MKCOL")).extracting(FakeRequest::path).startsWith("/a/b/", "/a/");
    }

    @Test
    void markersOfSeveralStreamsAreNoProgress() throws InterruptedException {
        byte[] large = Orders.bytes(17 << 20);
        from.put("/f", large);
        with(settings -> settings.maxTpcStreams(4));
        List<Long> movedDuring = new java.util.concurrent.CopyOnWriteArrayList<>();
        to.onCopy(call -> {
            call.created();
            call.marker(large.length);
            movedDuring.add(plane().movedBytes(Orders.PIPE));
            call.leave(large);
            call.last("success: Created");
        });
        Attempt attempt = usual().connections(3).build();
        plane().start(attempt, heard);
        assertThat(heard.next(Prepared.class).connections()).isEqualTo(4);
        plane().proceed(attempt.id());

        heard.next(Finished.class);

        assertThat(to.requests("COPY").getFirst().header("X-Number-Of-Streams")).contains("3");
        assertThat(movedDuring).containsExactly(0L);
        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(large.length);
    }

    @Test
    void storagesThatCopyAmongThemselvesHaveNoMoreThanTheTransferLets() throws InterruptedException {
        byte[] large = Orders.bytes(17 << 20);
        from.put("/f", large);
        with(settings -> settings.maxTpcStreams(4));
        Attempt attempt = usual().maxStreams(2).build();
        plane().start(attempt, heard);
        assertThat(heard.next(Prepared.class).connections()).isEqualTo(2);
        assertThat(plane().adjust(attempt.id(), 4)).isEqualTo(2);
        plane().proceed(attempt.id());

        heard.next(Finished.class);

        assertThat(to.requests("COPY").getFirst().header("X-Number-Of-Streams")).contains("2");
        assertThat(heard.used()).isEmpty();
    }

    /// The storage that sends knows of one only.
    @Test
    void aCopyThatGoesAnotherWayThanItWasPreparedForSaysWhatItUses() throws InterruptedException {
        byte[] large = Orders.bytes(17 << 20);
        from.put("/f", large);
        with(settings -> settings.maxTpcStreams(4));
        to.onCopy(CopyScript.refusing(405, "not here"));
        Attempt attempt = usual().build();
        plane().start(attempt, heard);
        heard.next(Prepared.class);
        assertThat(plane().adjust(attempt.id(), 3)).isEqualTo(3);
        assertThat(plane().progressOf(attempt.id()).orElseThrow().connections()).isEqualTo(3);
        plane().proceed(attempt.id());

        heard.next(Finished.class);

        assertThat(heard.used()).contains(1);
    }

    @Test
    void aTokenGoesToItsOwnStorageOnly() throws InterruptedException {
        with(settings -> settings.tokens((transfer, side) -> java.util.Optional.of("token-of-" + side.word())));

        finish(usual());

        FakeRequest copy = to.requests("COPY").getFirst();
        assertThat(copy.header("Authorization")).contains("Bearer token-of-destination");
        assertThat(copy.header("TransferHeaderAuthorization")).contains("Bearer token-of-source");
        assertThat(from.requests("HEAD").getFirst().header("Authorization")).contains("Bearer token-of-source");
    }

    @Test
    void anErrorTextThatAttacksOurExpressionsFailsTheAttemptAsAnyOther() throws InterruptedException {
        to.onCopy(CopyScript.refusing(403, "bearer" + "=".repeat(1 << 20)));
        to.faults().refuse("PUT", 403, "?".repeat(1 << 20));
        from.withoutCopy();

        assertThat(fail(usual()).failure().code()).isEqualTo(ErrorCode.DESTINATION_PERMISSION);
    }

    @Test
    void aStorageThatTalksWithoutEndIsGivenUp() throws InterruptedException {
        String line = "Colour: " + "x".repeat(8_000) + "\n";
        to.onCopy(call -> {
            call.created();
            call.leave(PART);
            call.chunk("Perf Marker\n");
            // Ends when the connection is closed.
            while (true) {
                call.chunk(line);
            }
        });

        Failed failed = fail(usual());

        assertThat(failed.failure().code()).isEqualTo(ErrorCode.INTERRUPTED);
        assertThat(failed.failure().message()).contains("it said more than");
        assertThat(to.paths()).isEmpty();
    }

    @Test
    void bytesThatAStorageOnlyClaimsAreNotCounted() throws InterruptedException {
        to.onCopy(call -> {
            call.created();
            call.marker(999_999_999_999_999_999L);
            call.leave(CONTENT);
            call.last("success: Created");
        });

        finish(usual());

        assertThat(plane().movedBytes(Orders.PIPE)).isEqualTo(10_000);
    }

    @ParameterizedTest
    @CsvSource({"400", "403", "405", "412", "500", "501", "502"})
    void aRefusedPushIsFollowedByStreaming(int status) throws InterruptedException {
        to.withoutCopy();
        from.onCopy(CopyScript.refusing(status, ""));

        finish(usual());

        assertThat(to.content("/d/f")).contains(CONTENT);
        assertThat(from.requests("COPY")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"400", "403", "405", "500", "501", "502"})
    void aRefusedPullIsFollowedByStreaming(int status) throws InterruptedException {
        from.withoutCopy();
        to.onCopy(CopyScript.refusing(status, "Bad Gateway"));

        finish(usual());

        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void anOrdinaryWebDavServerIsNeverAskedToSendToAnother() throws InterruptedException {
        from.likeOrdinaryWebDav(CopyScript.honest());
        to.withoutCopy();

        finish(usual());

        assertThat(from.requests("COPY")).isEmpty();
        assertThat(to.requests("PUT")).hasSize(1);
    }

    @Test
    void anOrdinaryWebDavServerIsAskedOnceToFetch() throws InterruptedException {
        to.likeOrdinaryWebDav(CopyScript.refusing(400, "The request is missing a Destination header"));
        from.likeOrdinaryWebDav(CopyScript.honest());

        finish(usual());
        finish(Orders.copy(from.url("/f"), to.url("/d/g")));

        assertThat(to.requests("COPY")).hasSize(1);
        assertThat(to.paths()).containsExactlyInAnyOrder("/d/f", "/d/g");
    }

    @Test
    void aStorageThatCopiesAfarIsAskedAgainAfterARefusalOfOneFile() throws InterruptedException {
        finish(usual());
        to.onCopy(CopyScript.refusing(500, ""));
        from.withoutCopy();
        finish(Orders.copy(from.url("/f"), to.url("/d/g")));
        to.onCopy(CopyScript.honest());
        finish(Orders.copy(from.url("/f"), to.url("/d/h")));

        assertThat(to.requests("COPY")).hasSize(3);
    }

    @Test
    void whatTheSourceSaysAbout412IsNotBelievedOfTheDestination() throws InterruptedException {
        to.withoutCopy();
        from.onCopy(CopyScript.refusing(412, "Precondition Failed"));

        finish(usual().overwriting());

        assertThat(to.content("/d/f")).contains(CONTENT);
    }

    @Test
    void theOtherSideIsNotBlamedForAConnectionThatBroke() throws InterruptedException {
        to.onCopy(CopyCall::hangUp);

        assertThat(fail(usual()).failure().message()).doesNotContain("hang");
    }

    @Test
    void anEmptyFileIsCopied() throws InterruptedException {
        from.put("/f", new byte[0]);

        assertThat(finish(usual()).sizeBytes()).isZero();
        assertThat(to.content("/d/f")).contains(new byte[0]);
    }
}
