// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import static io.tcn.alto.codec.Fixtures.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.DataId;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PathVectorDocument;
import io.tcn.alto.model.StreamControl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventStreamParserTest {
    private static final byte[] EXAMPLE = Fixtures.bytes("updates.sse");

    private static List<StreamEvent> events(byte[] bytes) throws Exception {
        return new EventStreamParser().feed(bytes);
    }

    /// Events as text, to compare them.
    private static List<String> told(List<StreamEvent> events) {
        return events.stream()
                .map(event -> switch (event) {
                    case StreamEvent.Comment comment -> "comment " + comment.text();
                    case StreamEvent.Retry retry -> "retry " + retry.delay();
                    case StreamEvent.Message message -> message.name() + " | " + message.text();
                })
                .toList();
    }

    private static StreamEvent.Message message(StreamEvent event) {
        return (StreamEvent.Message) event;
    }

    @Test
    void u10CommentsAreSignsOfLifeAndNoEvents() throws Exception {
        List<StreamEvent> events = events(EXAMPLE);

        assertThat(events).hasSize(5);
        assertThat(events.get(2)).isEqualTo(new StreamEvent.Comment("keep-alive"));
        assertThat(events.stream().filter(StreamEvent.Message.class::isInstance))
                .hasSize(4);
    }

    @Test
    void u10AnEventNeedNotBeAChange() throws Exception {
        var tree = Json.read(Fixtures.json("{'a': {'b': [1, 2]}, 'c': 'x'}"));
        assertThat(JsonMergePatch.apply(tree, Json.read(Fixtures.json("{'a': {'b': [1, 2]}, 'c': 'x', 'd': null}"))))
                .isSameAs(tree);
    }

    @Test
    void u09ThePatchOfTheExampleChangesOnePartOfTheAnswer() throws Exception {
        List<StreamEvent> events = events(EXAMPLE);
        EventName full = EventName.parse(message(events.get(1)).name());
        Multipart answer =
                Multipart.split(full.type().toString(), message(events.get(1)).data());
        EventName patch = EventName.parse(message(events.get(3)).name());
        String part =
                Objects.requireNonNull(Objects.requireNonNull(patch.dataId()).contentId());

        assertThat(full.dataId()).isEqualTo(new DataId("pv1", null));
        assertThat(patch.type().essence()).isEqualTo(AltoMediaTypes.MERGE_PATCH);
        assertThat(patch.dataId()).isEqualTo(new DataId("pv1", "propmap@alto.tcn.example"));
        Multipart.Part found = answer.findById(part).orElseThrow();
        assertThat(found.type()).hasToString(AltoMediaTypes.PROPERTY_MAP);
        PathVectorParser<Address> parser = PathVectorParser.endpoints(false);
        PathVectorDocument<Address> after = parser.join(
                parser.paths(parser.parts(answer).root().content()),
                parser.anes(JsonMergePatch.apply(
                        Json.read(found.content()),
                        Json.read(message(events.get(3)).data()))));
        assertThat(after.anes().values().stream()
                        .map(properties ->
                                properties.maxReservableBandwidthBps().orElse(-1)))
                .containsExactly(4e11, 8e10);
    }

    @ParameterizedTest
    @CsvSource({
        "<pv@alto.tcn.example>, pv@alto.tcn.example, true",
        "<pv@alto.tcn.example>, pv, true",
        "<pv>, pv@alto.tcn.example, true",
        "pv, <pv>, true",
        "<pv@one>, pv@two, false",
        "<pv@one>, propmap, false",
        "<pv@127.0.0.1:8000>, pv@127.0.0.1:8000, true"
    })
    void u09ContentIdsMatchWithAndWithoutBracketsAndDomain(String header, String named, boolean matches)
            throws Exception {
        byte[] body =
                Fixtures.utf8("--b\n\nContent-ID: x\n".replace("\n\n", "\nContent-ID: " + header + "\n\n") + "--b--");
        Multipart message = Multipart.split("multipart/related; boundary=b", body);
        assertThat(message.findById(named).isPresent()).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/alto-networkmap+json,nm | application/alto-networkmap+json | nm |",
                "application/merge-patch+json,pv1.propmap | application/merge-patch+json | pv1 | propmap",
                "application/merge-patch+json,pv1.a.b@c.d:80 | application/merge-patch+json | pv1 | a.b@c.d:80",
                "multipart/related;boundary=\"a,b\";type=\"x/y\",pv1 | multipart/related | pv1 |",
                "multipart/related;boundary=\"a,b\" | multipart/related | |",
                "application/alto-updatestreamcontrol+json | application/alto-updatestreamcontrol+json | |",
                "application/merge-patch+json, nm | application/merge-patch+json | nm |"
            })
    void u09TheNameOfAnEventIsSplitAtTheLastComma(String name, String type, String substream, String part)
            throws Exception {
        EventName parsed = EventName.parse(name);
        assertThat(parsed.type().essence()).isEqualTo(type);
        assertThat(parsed.dataId()).isEqualTo(substream == null ? null : new DataId(substream, part));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nm", ",nm", "message", "no type,nm"})
    void aNameWithoutAMediaTypeIsRefused(String name) {
        assertRefused(InvalidReason.MEDIA_TYPE, () -> EventName.parse(name));
    }

    @Test
    void aStreamCutAnywhereGivesTheSameEvents() throws Exception {
        byte[] crlf = Fixtures.utf8("\uFEFF" + Fixtures.text("updates.sse").replace("\n", "\r\n"));
        byte[] mixed = Fixtures.utf8("retry: 1500\revent: é\r\ndata:x\r\rdata\ndata: y\n\n: \r\n\r");
        for (byte[] stream : List.of(EXAMPLE, crlf, mixed)) {
            List<String> whole = told(events(stream));
            for (int cut = 0; cut <= stream.length; cut++) {
                EventStreamParser parser = new EventStreamParser();
                List<StreamEvent> events = new ArrayList<>(parser.feed(Arrays.copyOf(stream, cut)));
                events.addAll(parser.feed(Arrays.copyOfRange(stream, cut, stream.length)));
                assertThat(told(events)).as("cut at %d", cut).isEqualTo(whole);
            }
            EventStreamParser slow = new EventStreamParser();
            List<StreamEvent> events = new ArrayList<>();
            for (byte each : stream) {
                events.addAll(slow.feed(new byte[] {each}));
            }
            assertThat(told(events)).isEqualTo(whole);
        }
        assertThat(told(events(crlf))).isEqualTo(told(events(EXAMPLE)));
        assertThat(told(events(mixed))).containsExactly("retry PT1.5S", "é | x", " | \ny", "comment ");
    }

    @Test
    void fieldsAreReadAsTheFramingSays() throws Exception {
        assertThat(told(events(Fixtures.utf8("event:a\ndata:  two\ndata:one:two\nid: 7\nfoo\nretry: x\n\n"))))
                .containsExactly("a |  two\none:two");
        assertThat(told(events(Fixtures.utf8("event: a\n\ndata: b\n\n")))).containsExactly(" | b");
        assertThat(told(events(Fixtures.utf8("data\n\n")))).containsExactly(" | ");
        assertThat(events(Fixtures.utf8("retry: 99999999999\n")))
                .containsExactly(new StreamEvent.Retry(Duration.ofHours(1)));
    }

    @Test
    void whatTheEndCutsOffIsNeverTold() throws Exception {
        assertThat(events(Fixtures.utf8("event: a\ndata: b\n"))).isEmpty();
        assertThat(events(Fixtures.utf8("event: a\ndata: b"))).isEmpty();
    }

    @Test
    void anEndlessEventIsRefused() throws Exception {
        EventStreamParser lines = new EventStreamParser(100);
        byte[] line = Fixtures.utf8("data: 0123456789\n");
        for (int i = 0; i < 8; i++) {
            lines.feed(line);
        }
        assertRefused(InvalidReason.TOO_LARGE, () -> lines.feed(Fixtures.utf8("data: 0123456789")));
        assertRefused(InvalidReason.TOO_LARGE, () -> new EventStreamParser(100).feed(new byte[101]));
        EventStreamParser good = new EventStreamParser(100);
        for (int i = 0; i < 50; i++) {
            assertThat(good.feed(Fixtures.utf8("data: 0123456789\n\n"))).hasSize(1);
        }
    }

    @Test
    void controlEventsTellAbsentFromNull() throws Exception {
        StreamControl first = StreamControlParser.parse(Fixtures.bytes("control.json"));
        assertThat(first.control()).isEqualTo(StreamControl.Control.URI);
        assertThat(first.controlUri()).isEqualTo("updates/c/0f7e6b1d9a54");
        assertThat(first.started()).containsExactly("nm", "pv1");
        StreamControl none = StreamControlParser.parse(Fixtures.json("{'control-uri': null}"));
        assertThat(none.control()).isEqualTo(StreamControl.Control.NONE);
        StreamControl stop =
                StreamControlParser.parse(message(events(EXAMPLE).get(4)).data());
        assertThat(stop.control()).isEqualTo(StreamControl.Control.ABSENT);
        assertThat(stop.stopped()).containsExactly("pv1");
        assertThat(stop.description()).isEqualTo("maintenance");
        assertRefused(InvalidReason.JSON_TYPE, () -> StreamControlParser.parse(Fixtures.json("{'control-uri': 7}")));
    }
}
