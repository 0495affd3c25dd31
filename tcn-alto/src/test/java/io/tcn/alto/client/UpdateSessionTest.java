// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tcn.alto.client.UpdateEffect.Changed;
import io.tcn.alto.client.UpdateEffect.Close;
import io.tcn.alto.client.UpdateEffect.Confirmed;
import io.tcn.alto.client.UpdateEffect.Resync;
import io.tcn.alto.client.UpdateEffect.Started;
import io.tcn.alto.codec.EventStreamParser;
import io.tcn.alto.codec.StreamEvent;
import io.tcn.alto.model.AltoFormatException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class UpdateSessionTest {
    private static final Instant START = Instant.parse("2026-11-22T00:00:00Z");

    private final UpdateSession session = new UpdateSession();
    private final EventStreamParser parser = new EventStreamParser();
    private Instant now = START;

    private List<UpdateEffect> feed(String text) throws AltoFormatException {
        return feed(session, parser, text.getBytes(StandardCharsets.UTF_8), now);
    }

    private static List<UpdateEffect> feed(UpdateSession session, EventStreamParser parser, byte[] bytes, Instant now)
            throws AltoFormatException {
        List<UpdateEffect> effects = new ArrayList<>();
        for (StreamEvent event : parser.feed(bytes)) {
            effects.addAll(session.take(event, now));
        }
        return effects;
    }

    private List<UpdateEffect> after(long seconds) {
        now = now.plusSeconds(seconds);
        return session.tick(now);
    }

    private static List<SubstreamContent> changed(List<UpdateEffect> effects) {
        List<SubstreamContent> contents = new ArrayList<>();
        for (UpdateEffect effect : effects) {
            if (effect instanceof Changed change) {
                contents.addAll(change.contents());
            }
        }
        return contents;
    }

    private static JsonNode part(List<SubstreamContent> contents, String type) {
        return contents.getLast().find("application/alto-" + type + "+json").orElseThrow();
    }

    private void follow(String id, SubstreamRequest request) {
        session.add(id, request, null, false, false);
    }

    @Test
    void u01TheFirstEventMustSayHowTheStreamIsControlled() throws Exception {
        follow("nm", Sse.NETWORK_MAP);
        assertThat(feed(Sse.networkMap("nm", "t1"))).hasSize(1).first().isInstanceOf(Close.class);
        assertThat(feed(Sse.CONTROL)).isEmpty();
    }

    @Test
    void u01AControlEventWithoutAnAddressIsNotEnoughButNullIs() throws Exception {
        assertThat(feed(Sse.event("application/alto-updatestreamcontrol+json", "{\"started\":[\"x\"]}")))
                .first()
                .isInstanceOf(Close.class);
        UpdateSession other = new UpdateSession();
        List<UpdateEffect> effects =
                feed(other, new EventStreamParser(), Sse.control("null").getBytes(StandardCharsets.UTF_8), now);
        assertThat(effects).containsExactly(new Started());
        assertThat(other.controlUri()).isEmpty();
    }

    @Test
    void u02AChangeBeforeTheFullCopyAsksForOneAndAFullCopyIsAlwaysTaken() throws Exception {
        follow("nm", Sse.NETWORK_MAP);
        feed(Sse.CONTROL);
        assertThat(feed(Sse.merge("nm", "{\"network-map\":{\"pid-z\":{}}}")))
                .hasSize(1)
                .first()
                .isInstanceOf(Resync.class);
        assertThat(changed(feed(Sse.networkMap("nm", "t1")))).hasSize(1);
        assertThat(changed(feed(Sse.networkMap("nm", "t2")))).hasSize(1);
    }

    @Test
    void u02WithACurrentTagTheHeldCopyIsChanged() throws Exception {
        UpdateSession before = new UpdateSession();
        before.add("nm", Sse.NETWORK_MAP, null, false, false);
        EventStreamParser own = new EventStreamParser();
        feed(before, own, (Sse.CONTROL + Sse.networkMap("nm", "t1")).getBytes(StandardCharsets.UTF_8), now);
        session.add("s7", Sse.NETWORK_MAP, before.published().getFirst(), true, false);
        assertThat(feed(Sse.CONTROL)).containsExactly(new Started());
        List<UpdateEffect> alive = feed(Sse.KEEP_ALIVE);
        assertThat(changed(alive)).as("told once in each stream").isEqualTo(before.published());
        assertThat(alive).hasSize(2).last().isEqualTo(new Confirmed());
        assertThat(feed(Sse.KEEP_ALIVE)).containsExactly(new Confirmed());
        List<SubstreamContent> changed = changed(feed(Sse.merge("s7", "{\"network-map\":{\"pid-z\":{}}}")));
        assertThat(part(changed, "networkmap").path("network-map").propertyNames())
                .containsExactlyInAnyOrder("pid-a", "pid-z");
    }

    @Test
    void u04AnIdIsNeverUsedTwiceInAStream() {
        follow("nm", Sse.NETWORK_MAP);
        session.remove("nm");
        assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> follow("nm", Sse.NETWORK_MAP)))
                .isNotNull();
    }

    @Test
    void u08AMapIsNotUsedWhileItsNetworkMapHasChangedAndBothAreAppliedAsOne() throws Exception {
        follow("nm", Sse.NETWORK_MAP);
        follow("cm", Sse.COST_MAP);
        follow("pv", Sse.PATHS);
        feed(Sse.CONTROL);
        assertThat(changed(feed(Sse.networkMap("nm", "t1")))).hasSize(1);
        assertThat(changed(feed(Sse.costMap("cm", "t1", 1)))).hasSize(1);
        assertThat(feed(Sse.networkMap("nm", "t2"))).isEmpty();
        assertThat(feed(Sse.KEEP_ALIVE)).isEmpty();
        assertThat(changed(feed(Sse.pathVector("pv", "p1", "k3", 5))))
                .as("what rests on nothing that changed goes on")
                .extracting(SubstreamContent::request)
                .containsExactly(Sse.PATHS);
        List<UpdateEffect> effects = feed(Sse.costMap("cm", "t2", 2));
        assertThat(effects).hasSize(2).last().isEqualTo(new Confirmed());
        assertThat(changed(effects))
                .extracting(SubstreamContent::request)
                .containsExactly(Sse.NETWORK_MAP, Sse.COST_MAP);
    }

    @Test
    void u08WhenTheDependentsDoNotFollowTheStreamIsClosedAndTheLastContentsStay() throws Exception {
        follow("nm", Sse.NETWORK_MAP);
        follow("cm", Sse.COST_MAP);
        feed(Sse.CONTROL + Sse.networkMap("nm", "t1") + Sse.costMap("cm", "t1", 1));
        feed(Sse.networkMap("nm", "t2"));
        assertThat(after(29)).isEmpty();
        assertThat(after(1)).hasSize(1).first().isInstanceOf(Close.class);
        assertThat(session.published())
                .extracting(content -> content.parts().getFirst().json().toString())
                .noneMatch(text -> text.contains("t2"));
    }

    @Test
    void u09AChangeGoesToThePartThatItsContentIdNames() throws Exception {
        follow("pv", Sse.PATHS);
        List<SubstreamContent> first = changed(feed(Sse.CONTROL + Sse.pathVector("pv", "p1", "k3", 5)));
        String patch = "{\"property-map\":{\".ane:k3\":{\"max-reservable-bandwidth\":8e10}}}";
        for (String id : List.of("propmap@alto.example", "propmap", "<propmap@alto.example>")) {
            List<SubstreamContent> next = changed(feed(Sse.merge("pv." + id, patch)));
            assertThat(part(next, "propmap").toString()).contains("8");
            assertThat(part(next, "endpointcost")).isSameAs(part(first, "endpointcost"));
            feed(Sse.pathVector("pv", "p1", "k3", 5));
        }
        assertThat(feed(Sse.merge("pv.elsewhere", patch))).hasSize(1).first().isInstanceOf(Resync.class);
    }

    @Test
    void u09PartsThatDoNotFitTogetherWaitFiveSecondsAndThenAreFetchedAnew() throws Exception {
        follow("pv", Sse.PATHS);
        feed(Sse.CONTROL + Sse.pathVector("pv", "p1", "k3", 5));
        assertThat(feed(Sse.merge("pv.pv", "{\"meta\":{\"vtag\":{\"tag\":\"p2\"}}}")))
                .isEmpty();
        assertThat(after(4)).isEmpty();
        List<UpdateEffect> fitting = feed(Sse.merge(
                "pv.propmap", "{\"meta\":{\"dependent-vtags\":[{\"resource-id\":\"ecs-pv.pv\",\"tag\":\"p2\"}]}}"));
        assertThat(changed(fitting)).hasSize(1);
        feed(Sse.merge("pv.pv", "{\"meta\":{\"vtag\":{\"tag\":\"p3\"}}}"));
        assertThat(after(4)).isEmpty();
        assertThat(after(1)).hasSize(1).first().isInstanceOf(Resync.class);
        assertThat(session.published().getFirst().toString()).isNotEmpty();
        assertThat(part(session.published(), "endpointcost").toString()).contains("p2");
    }

    @Test
    void u10CommentsAndEventsThatChangeNothingConfirm() throws Exception {
        follow("nm", Sse.NETWORK_MAP);
        assertThat(feed(Sse.CONTROL + Sse.KEEP_ALIVE)).containsExactly(new Started());
        List<SubstreamContent> first = changed(feed(Sse.networkMap("nm", "t1")));
        assertThat(feed(Sse.KEEP_ALIVE)).containsExactly(new Confirmed());
        assertThat(feed(Sse.networkMap("nm", "t1"))).containsExactly(new Confirmed());
        assertThat(feed(Sse.merge("nm", "{}"))).containsExactly(new Confirmed());
        assertThat(feed(Sse.networkMap("stranger", "t5") + "event: nonsense\ndata: x\n\n"))
                .containsExactly(new Confirmed(), new Confirmed());
        assertThat(session.published().getFirst()).isSameAs(first.getFirst());
    }

    @Test
    void u14APatchThatDoesNotApplyIsNeverHalfApplied() throws Exception {
        follow("nm", Sse.NETWORK_MAP);
        feed(Sse.CONTROL + Sse.networkMap("nm", "t1"));
        String patch = "[{\"op\":\"remove\",\"path\":\"/network-map/pid-a\"},"
                + "{\"op\":\"replace\",\"path\":\"/network-map/pid-none\",\"value\":{}}]";
        List<UpdateEffect> effects = feed(Sse.event("application/json-patch+json,nm", patch));
        assertThat(effects).hasSize(1).first().isInstanceOf(Resync.class);
        assertThat(part(session.published(), "networkmap").toString()).contains("pid-a");
        assertThat(feed(Sse.KEEP_ALIVE))
                .as("a copy that is lost is not confirmed")
                .isEmpty();
    }

    @Test
    void u14BrokenOrWrongContentAsksForAFullCopyAndAtLastEndsTheStream() throws Exception {
        follow("nm", Sse.NETWORK_MAP);
        feed(Sse.CONTROL + Sse.networkMap("nm", "t1"));
        List<UpdateEffect> effects = new ArrayList<>();
        for (String bad : List.of("{", "[]", "{\"a\":1,\"a\":2}", "null", "")) {
            effects.addAll(feed(Sse.event("application/alto-networkmap+json,nm", bad)));
        }
        assertThat(effects).hasSize(5).allMatch(effect -> effect instanceof Resync);
        assertThat(feed(Sse.costMap("nm", "t1", 4))).hasSize(1).first().isInstanceOf(Close.class);
    }

    @Test
    void whatTheReaderOfContentsRejectsIsFetchedAnewButNotForEver() throws Exception {
        feed(Sse.CONTROL);
        for (int i = 0; i < 6; i++) {
            follow("s" + i, Sse.NETWORK_MAP);
            assertThat(changed(feed(Sse.networkMap("s" + i, "t1")))).hasSize(1);
            List<UpdateEffect> effects = session.reject(Sse.NETWORK_MAP, "no good");
            assertThat(effects).hasSize(1).first().isInstanceOf(i < 5 ? Resync.class : Close.class);
            session.remove("s" + i);
        }
    }

    @Test
    void aSubstreamThatTheServerStopsEndsTheStream() throws Exception {
        follow("nm", Sse.NETWORK_MAP);
        feed(Sse.CONTROL + Sse.networkMap("nm", "t1"));
        String stopped = "{\"stopped\":[\"other\"]}";
        assertThat(feed(Sse.event("application/alto-updatestreamcontrol+json", stopped)))
                .isEmpty();
        assertThat(feed(Sse.event(
                        "application/alto-updatestreamcontrol+json",
                        "{\"stopped\":[\"nm\"],\"description\":\"maintenance\"}")))
                .first()
                .asString()
                .contains("maintenance");
    }

    /// A story of many events, cut at every byte: the contents at its end, and each change on the way, are those of
    /// the story told in one piece.
    @Test
    void u14AStreamCutAtEveryByteTellsTheSameStory() throws Exception {
        byte[] story = (Sse.CONTROL
                        + Sse.networkMap("nm", "t1")
                        + Sse.costMap("cm", "t1", 1)
                        + Sse.KEEP_ALIVE
                        + Sse.pathVector("pv", "p1", "k3", 5)
                        + Sse.networkMap("nm", "t2")
                        + Sse.merge(
                                "pv.propmap", "{\"property-map\":{\".ane:k3\":{\"max-reservable-bandwidth\":8e10}}}")
                        + Sse.costMap("cm", "t2", 3))
                .getBytes(StandardCharsets.UTF_8);
        List<String> whole = told(story, story.length);
        assertThat(whole).hasSizeGreaterThan(4);
        for (int cut = 1; cut < story.length; cut++) {
            assertThat(told(story, cut)).as("cut at %s", cut).isEqualTo(whole);
        }
    }

    private static List<String> told(byte[] story, int cut) throws AltoFormatException {
        UpdateSession session = threeFollowed();
        EventStreamParser parser = new EventStreamParser();
        List<UpdateEffect> effects = feed(session, parser, Arrays.copyOf(story, cut), START);
        effects.addAll(feed(session, parser, Arrays.copyOfRange(story, cut, story.length), START));
        return described(effects);
    }

    private static UpdateSession threeFollowed() {
        UpdateSession session = new UpdateSession();
        session.add("nm", Sse.NETWORK_MAP, null, false, false);
        session.add("cm", Sse.COST_MAP, null, false, false);
        session.add("pv", Sse.PATHS, null, false, false);
        return session;
    }

    private static List<String> described(List<UpdateEffect> effects) {
        List<String> told = new ArrayList<>();
        for (UpdateEffect effect : effects) {
            if (effect instanceof Changed change) {
                change.contents().forEach(content -> told.add(content.parts().toString()));
            } else {
                told.add(effect.toString());
            }
        }
        return told;
    }

    /// Full copies and patches in random order and random cuts: the contents at the end are those of a fresh pull.
    @Test
    void u14AfterManyChangesInRandomPiecesTheContentIsThatOfAFreshPull() throws Exception {
        RandomGenerator random = new Random(20261122);
        UpdateSession followed = threeFollowed();
        EventStreamParser own = new EventStreamParser();
        StringBuilder story = new StringBuilder(Sse.CONTROL);
        String tag = "p0";
        String ane = "k0";
        long capacity = 1;
        story.append(Sse.pathVector("pv", tag, ane, capacity));
        for (int i = 1; i <= 1000; i++) {
            capacity = random.nextLong(1L << 40);
            if (random.nextInt(4) == 0) {
                tag = "p" + i;
                ane = "k" + i;
                story.append(Sse.pathVector("pv", tag, ane, capacity));
            } else {
                story.append(Sse.merge(
                        "pv.propmap@alto.example",
                        "{\"property-map\":{\".ane:" + ane + "\":{\"max-reservable-bandwidth\":" + capacity + "}}}"));
            }
            if (random.nextInt(10) == 0) {
                story.append(Sse.KEEP_ALIVE);
            }
        }
        byte[] bytes = story.toString().getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; ) {
            int next = Math.min(bytes.length, at + 1 + random.nextInt(700));
            feed(followed, own, Arrays.copyOfRange(bytes, at, next), now);
            at = next;
        }
        UpdateSession fresh = threeFollowed();
        feed(
                fresh,
                new EventStreamParser(),
                (Sse.CONTROL + Sse.pathVector("pv", tag, ane, capacity)).getBytes(StandardCharsets.UTF_8),
                now);
        assertThat(followed.published()).isEqualTo(fresh.published());
    }

    /// Bytes that somebody damaged never bring the session down: it closes, asks anew or goes on.
    @Test
    void u14DamagedStreamsNeverThrowAnythingElse() {
        RandomGenerator random = new Random(42);
        byte[] story = (Sse.CONTROL
                        + Sse.networkMap("nm", "t1")
                        + Sse.costMap("cm", "t1", 1)
                        + Sse.pathVector("pv", "p1", "k3", 5)
                        + Sse.KEEP_ALIVE
                        + Sse.merge("pv.propmap", "{\"property-map\":{\".ane:k3\":null}}")
                        + Sse.event("application/json-patch+json,nm", "[{\"op\":\"add\",\"path\":\"/x\",\"value\":1}]"))
                .getBytes(StandardCharsets.UTF_8);
        int closed = 0;
        for (int i = 0; i < 3000; i++) {
            byte[] damaged = story.clone();
            for (int n = random.nextInt(8); n >= 0; n--) {
                damaged[random.nextInt(damaged.length)] = (byte) "{}[]\":,\n\r .0a@-\u0000".charAt(random.nextInt(16));
            }
            UpdateSession hurt = threeFollowed();
            try {
                List<UpdateEffect> effects = feed(hurt, new EventStreamParser(), damaged, START);
                effects.addAll(hurt.tick(START.plusSeconds(60)));
                closed += effects.stream().anyMatch(effect -> effect instanceof Close) ? 1 : 0;
            } catch (AltoFormatException e) {
                closed++;
            }
        }
        assertThat(closed).isBetween(1, 2999);
    }
}
