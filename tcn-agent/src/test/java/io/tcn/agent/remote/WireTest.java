// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tcn.agent.Side;
import io.tcn.agent.remote.Message.Address;
import io.tcn.agent.remote.Message.Origin;
import io.tcn.core.model.AttemptId;
import io.tcn.core.model.Checksum;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.ErrorCode;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferCredentials;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WireTest {
    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OTHER = "0123456789abcdef0123456789abcdeX".getBytes(StandardCharsets.US_ASCII);

    private final Wire plain = new Wire(Seal.none());
    private final Wire keyed = new Wire(Seal.of(KEY));

    private static Attempt attempt() {
        return new Attempt(
                new AttemptId(TransferId.of(42), 3),
                new Transfer(
                        TransferId.of(42),
                        PipeId.of("atlas@cern>bnl"),
                        URI.create("davs://a.example.org:8443/x%20y?authz=secret"),
                        URI.create("file:///pool/b"),
                        123_456_789_012L,
                        5,
                        Set.of(),
                        new TransferOptions(
                                        true,
                                        Checksum.adler32(0xabcL),
                                        ChecksumMode.BOTH,
                                        4,
                                        Duration.ofSeconds(7),
                                        Duration.ofMinutes(3),
                                        TransferCredentials.NONE,
                                        true,
                                        false)
                                .withMaxStreams(3)),
                2,
                new PipeTuning(9, 8, 7, 6, 5, 4),
                new EarlierWrite(Instant.parse("2026-01-01T00:00:00.123456Z"), null, 17));
    }

    private static List<Message> all() {
        Address to = new Address(5, "me", 2, 77, 1001);
        Origin from = new Origin(5, "me", 77);
        return List.of(
                new Message.Beacon(5, "server", 1, null),
                new Message.Beacon(5, "server", 1, true),
                new Message.Heartbeat(
                        "a",
                        "me",
                        2,
                        true,
                        9,
                        5,
                        "0.1.0",
                        List.of("*"),
                        List.of(),
                        List.of("*.cern.ch"),
                        50,
                        20_000,
                        1,
                        false,
                        3,
                        List.of(77L)),
                new Message.Start(
                        to,
                        Work.of(attempt()),
                        false,
                        List.of(new Message.BoundOf("atlas", "r", 1e9)),
                        "t1",
                        null,
                        "00-4bf9-00f0-01"),
                new Message.Adopt(to, true, false),
                new Message.Proceed(to, null),
                new Message.Proceed(to, 4),
                new Message.Cancel(to),
                new Message.GiveBack(to),
                new Message.Adjust(to, 4),
                new Message.Shape(to, "p", List.of()),
                new Message.Prepared(from, -1, 2, null),
                new Message.Prepared(from, -1, 2, true),
                new Message.Finished(from, 10, "ADLER32:00000abc"),
                new Message.Failed(from, ErrorCode.TIMEOUT, "late", 5L, null, 1000L, false, Side.SOURCE, true),
                new Message.Failed(from, ErrorCode.TIMEOUT, "late", null, null, null, false, null, null),
                new Message.Canceled(from, true),
                new Message.Moved("me", "p", 4, 1_000, List.of(new Message.Copying(77, 5, -1, 3, true, null))),
                new Message.Moved(
                        "me",
                        "p",
                        5,
                        1_000,
                        List.of(new Message.Copying(77, 5, -1, 3, true, new Message.Uses(4, 9, 12L)))));
    }

    /// A server of before does not say that it adopts.
    @Test
    void aBeaconOfAServerOfBeforeIsRead() throws UnreadableMessageException {
        byte[] old =
                "{\"kind\":\"beacon\",\"epoch\":5,\"server\":\"s\",\"sequence\":1}".getBytes(StandardCharsets.UTF_8);

        assertThat(new Wire(Seal.none()).read("t", Message.PROTOCOL, old))
                .isEqualTo(new Message.Beacon(5, "s", 1, null));
    }

    @Test
    void everyMessageComesBackAsItWas() throws UnreadableMessageException {
        for (Message message : all()) {
            assertThat(plain.read("t", 1, plain.write("t", message))).isEqualTo(message);
            assertThat(keyed.read("t", 1, keyed.write("t", message))).isEqualTo(message);
        }
        assertThat(Work.of(attempt()).toAttempt()).isEqualTo(attempt());
    }

    /// Servers and agents of one protocol number work together whatever their version.
    @Test
    void anOlderAgentBlamesNobodyAndAnOlderServerIgnoresIt() throws UnreadableMessageException {
        Message.Failed failed = new Message.Failed(
                new Message.Origin(1, "i", 2), ErrorCode.TIMEOUT, "late", null, null, null, true, Side.SOURCE, true);
        String written = new String(plain.write("t", failed), StandardCharsets.UTF_8);
        assertThat(written).contains("\"inTrouble\":\"SOURCE\"");
        String older = written.replace(",\"inTrouble\":\"SOURCE\",\"unreached\":true", "");
        Message.Failed read = (Message.Failed) plain.read("t", 1, older.getBytes(StandardCharsets.UTF_8));
        assertThat(read.inTrouble()).isNull();
        assertThat(read.unreached()).isNull();
        String newer = written.replace("\"inTrouble\"", "\"unheardOf\":7,\"inTrouble\"");
        assertThat(plain.read("t", 1, newer.getBytes(StandardCharsets.UTF_8))).isEqualTo(failed);
    }

    /// What older ones send is read, and what they do not know they leave out.
    @Test
    void olderAgentsAndServersDoNotSpeakOfConnections() throws UnreadableMessageException {
        String proceed = "{\"kind\":\"proceed\",\"to\":{\"epoch\":5,\"instance\":\"me\",\"term\":2,\"order\":77,"
                + "\"sequence\":9}";
        Message.Proceed plainWord = new Message.Proceed(new Address(5, "me", 2, 77, 9), null);
        assertThat(read(proceed + "}")).isEqualTo(plainWord);
        assertThat(read(proceed + ",\"unheardOf\":4}")).isEqualTo(plainWord);
        String prepared =
                "{\"kind\":\"prepared\",\"from\":{\"epoch\":5,\"instance\":\"me\",\"order\":77},\"sizeBytes\":1,"
                        + "\"connections\":8}";
        assertThat(read(prepared)).isEqualTo(new Message.Prepared(new Message.Origin(5, "me", 77), 1, 8, null));
        String moved =
                "{\"kind\":\"moved\",\"instance\":\"me\",\"pipe\":\"p\",\"sequence\":1,\"totalBytes\":5,\"copies\":"
                        + "[{\"order\":77,\"movedBytes\":5,\"expectedBytes\":9,\"copyingMillis\":1,\"settling\":false}]}";
        assertThat(read(moved))
                .isEqualTo(new Message.Moved("me", "p", 1, 5, List.of(new Message.Copying(77, 5, 9, 1, false, null))));
    }

    private Message read(String json) throws UnreadableMessageException {
        return plain.read("t", 1, json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anOlderServerGivesNoTraceAndAnOlderAgentIgnoresIt() throws UnreadableMessageException {
        Message.Start start = new Message.Start(
                new Address(5, "me", 2, 77, 1001), Work.of(attempt()), false, List.of(), null, null, "00-4bf9-00f0-01");
        String written = new String(plain.write("t", start), StandardCharsets.UTF_8);
        String field = ",\"traceparent\":\"00-4bf9-00f0-01\"";
        assertThat(written).contains(field);
        String older = written.replace(field, "");
        Message.Start read = (Message.Start) plain.read("t", 1, older.getBytes(StandardCharsets.UTF_8));
        assertThat(read.traceparent()).isNull();
        assertThat(read.work()).isEqualTo(start.work());
        assertThat(written).contains("\"maxStreams\":3");
        Message.Start unlimited = (Message.Start)
                plain.read("t", 1, older.replace(",\"maxStreams\":3", "").getBytes(StandardCharsets.UTF_8));
        assertThat(unlimited.work().toAttempt().transfer().options().maxStreams())
                .isEqualTo(TransferOptions.ANY_STREAMS);
        // What an older agent does with a field that it does not know.
        String newer = written.replace("\"traceparent\"", "\"unheardOf\"");
        assertThat(plain.read("t", 1, newer.getBytes(StandardCharsets.UTF_8))).isEqualTo(read);
    }

    @Test
    void withAKeyNothingCanBeRead() {
        for (Message message : all()) {
            String wire = new String(keyed.write("t", message), StandardCharsets.ISO_8859_1);
            assertThat(wire).doesNotContain("kind").doesNotContain("secret").doesNotContain("\"me\"");
        }
    }

    @Test
    void aMessageOfAnotherKeyTopicOrProtocolIsRefused() {
        byte[] command = keyed.write("commands", all().get(3));

        assertThatThrownBy(() -> new Wire(Seal.of(OTHER)).read("commands", 1, command))
                .isInstanceOf(UnreadableMessageException.class)
                .hasMessageContaining("another key");
        assertThatThrownBy(() -> keyed.read("heartbeats", 1, command)).isInstanceOf(UnreadableMessageException.class);
        assertThatThrownBy(() -> keyed.read("commands", 2, command))
                .hasMessageContaining("protocol 2")
                .hasMessageContaining("speaks 1");
        assertThatThrownBy(() -> keyed.read("commands", -1, command)).isInstanceOf(UnreadableMessageException.class);
        assertThatThrownBy(() -> keyed.read("commands", 1, plain.write("commands", all().get(3))))
                .hasMessageContaining("not signed");
        assertThatThrownBy(() -> plain.read("commands", 1, command)).hasMessageContaining("no key file");
    }

    /// Changed, cut and random bytes are refused by that one exception and nothing else.
    @Test
    void rogueBytesAreUnreadableAndNothingWorse() {
        Random random = new Random(1);
        for (int i = 0; i < 5_000; i++) {
            Message message = all().get(random.nextInt(all().size()));
            boolean signed = random.nextBoolean();
            Wire wire = signed ? keyed : plain;
            byte[] bytes = wire.write("t", message);
            switch (random.nextInt(3)) {
                case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
                default -> random.nextBytes(bytes);
            }
            try {
                Message read = wire.read("t", 1, bytes);
                assertThat(signed).as("a changed message was taken: %s", read).isFalse();
            } catch (UnreadableMessageException expected) {
                assertThat(expected.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void messagesThatAreTooLargeOrDeepAreRefused() {
        byte[] large = new byte[Wire.MOST_BYTES + 1];
        assertThatThrownBy(() -> plain.read("t", 1, large)).hasMessageContaining("bytes");
        byte[] deep = ("{\"kind\":\"beacon\",\"x\":" + "[".repeat(100_000)).getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> plain.read("t", 1, deep)).isInstanceOf(UnreadableMessageException.class);
        assertThatThrownBy(() -> plain.write(
                        "t", new Message.Shape(new Address(1, "me", 1, 0, 1), "p".repeat(Wire.MOST_BYTES), List.of())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKeyHas32BytesOrMore() {
        assertThatThrownBy(() -> Seal.of(new byte[31])).hasMessageContaining("32 bytes");
    }

    @Test
    void tokensAreNotShown() {
        assertThat(all().get(2).toString()).doesNotContain("t1").doesNotContain("secret");
    }
}
