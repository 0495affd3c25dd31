// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.UpdateEffect.Changed;
import io.tcn.alto.client.UpdateEffect.Close;
import io.tcn.alto.client.UpdateEffect.Confirmed;
import io.tcn.alto.client.UpdateEffect.Resync;
import io.tcn.alto.client.UpdateEffect.RetryFloor;
import io.tcn.alto.client.UpdateEffect.Started;
import io.tcn.alto.codec.EventName;
import io.tcn.alto.codec.StreamControlParser;
import io.tcn.alto.codec.StreamEvent;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.DataId;
import io.tcn.alto.model.StreamControl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One opened update stream as a pure state machine (RFC 8895): fed with events and the time, it holds the contents
/// and says what follows. It has no thread and no clock, and is not for use by several threads.
///
/// ```
/// waiting for control --control event--> following --anything that breaks the rules--> closed
/// ```
///
/// A content is published only when all that it rests on fits: the parts of one message among themselves, and a map
/// with the network map whose tag it names. What does not fit yet waits here, while the last published contents stay
/// in use: 5 s within one resource, then that is fetched anew; 30 s between resources, then the stream is closed.
final class UpdateSession {
    static final Duration PARTS_WAIT = Duration.ofSeconds(5);
    static final Duration DEPENDENTS_WAIT = Duration.ofSeconds(30);

    /// Copies lost in a row, or rejected at all, after which the stream is given up.
    private static final int MAX_LOST = 5;

    private final Map<String, Substream> substreams = new LinkedHashMap<>();
    private final Map<String, Instant> partsWait = new LinkedHashMap<>();
    private final Map<String, Instant> dependentsWait = new LinkedHashMap<>();
    private final Set<String> ever = new LinkedHashSet<>();
    private boolean started;
    private boolean closed;
    private @Nullable String controlUri;
    private int resyncs;
    private int rejections;

    /// Follows one more resource under an id that this stream never had before.
    ///
    /// @param held content of before
    /// @param tagged whether its tag is sent, so that a full copy need not come
    /// @param told whether the held content has been published in this stream; else it is, once confirmed
    void add(String id, SubstreamRequest request, @Nullable SubstreamContent held, boolean tagged, boolean told) {
        if (!ever.add(id)) {
            throw new IllegalArgumentException("the id " + id + " was used before in this stream");
        }
        substreams.put(id, new Substream(request, held, tagged, told));
    }

    /// Follows a resource no more; what still comes of it is ignored.
    void remove(String id) {
        substreams.remove(id);
        partsWait.remove(id);
        dependentsWait.remove(id);
    }

    /// Requests that are followed, by id.
    Map<String, SubstreamRequest> followed() {
        Map<String, SubstreamRequest> followed = new LinkedHashMap<>();
        substreams.forEach((id, substream) -> followed.put(id, substream.request()));
        return followed;
    }

    /// What was published last of each resource.
    List<SubstreamContent> published() {
        List<SubstreamContent> contents = new ArrayList<>();
        for (Substream substream : substreams.values()) {
            SubstreamContent content = substream.published();
            if (content != null) {
                contents.add(content);
            }
        }
        return contents;
    }

    /// The reference through which the stream is controlled; empty if it cannot be, or does not say so yet.
    Optional<String> controlUri() {
        return Optional.ofNullable(controlUri);
    }

    /// Takes the next event.
    List<UpdateEffect> take(StreamEvent event, Instant now) {
        if (closed) {
            return List.of();
        }
        return switch (event) {
            case StreamEvent.Comment _ -> {
                substreams.values().forEach(Substream::hear);
                List<UpdateEffect> effects = new ArrayList<>();
                if (started) {
                    publish(now, effects);
                }
                yield confirmed(effects);
            }
            case StreamEvent.Retry retry -> List.of(new RetryFloor(retry.delay()));
            case StreamEvent.Message message -> message(message, now);
        };
    }

    /// Lets time pass.
    List<UpdateEffect> tick(Instant now) {
        if (closed) {
            return List.of();
        }
        for (Map.Entry<String, Instant> each : dependentsWait.entrySet()) {
            if (Duration.between(each.getValue(), now).compareTo(DEPENDENTS_WAIT) >= 0) {
                return close("what goes together with " + each.getKey() + " did not follow");
            }
        }
        List<UpdateEffect> effects = new ArrayList<>();
        for (Map.Entry<String, Instant> each : List.copyOf(partsWait.entrySet())) {
            if (Duration.between(each.getValue(), now).compareTo(PARTS_WAIT) >= 0) {
                lost(each.getKey(), "its parts do not fit together", effects);
            }
        }
        return effects;
    }

    /// The copy of a resource turned out to be of no use, though its form was right.
    List<UpdateEffect> reject(SubstreamRequest request, String why) {
        List<UpdateEffect> effects = new ArrayList<>();
        for (Map.Entry<String, SubstreamRequest> each : followed().entrySet()) {
            Substream substream = substreams.get(each.getKey());
            if (substream != null && each.getValue().equals(request)) {
                substream.dropAll();
                if (++rejections > MAX_LOST) {
                    return close("too many contents were of no use: " + why);
                }
                lost(each.getKey(), why, effects);
            }
        }
        return effects;
    }

    private List<UpdateEffect> message(StreamEvent.Message message, Instant now) {
        EventName name;
        try {
            name = EventName.parse(message.name());
        } catch (AltoFormatException e) {
            return started ? confirmed(new ArrayList<>()) : close("the first event is no control event");
        }
        if (name.type().is(AltoMediaTypes.UPDATE_STREAM_CONTROL)) {
            return control(message.data());
        }
        if (!started) {
            return close("the first event is no control event");
        }
        DataId id = name.dataId();
        Substream substream = id == null ? null : substreams.get(id.substream());
        List<UpdateEffect> effects = new ArrayList<>();
        if (id != null && substream != null) {
            try {
                substream.apply(name, message.data());
                publish(now, effects);
            } catch (AltoFormatException e) {
                lost(id.substream(), String.valueOf(e.getMessage()), effects);
            }
        }
        return confirmed(effects);
    }

    private List<UpdateEffect> control(byte[] data) {
        StreamControl control;
        try {
            control = StreamControlParser.parse(data);
        } catch (AltoFormatException e) {
            return close("a control event that cannot be read: " + e.getMessage());
        }
        List<UpdateEffect> effects = new ArrayList<>();
        if (!started) {
            if (control.control() == StreamControl.Control.ABSENT) {
                return close("the first event does not say how the stream is controlled");
            }
            started = true;
            controlUri = control.controlUri();
            effects.add(new Started());
        }
        for (String id : control.stopped()) {
            Substream stopped = substreams.get(id);
            if (stopped != null) {
                return close("the server stopped " + stopped.request().resourceId()
                        + (control.description() == null ? "" : ": " + shown(control.description())));
            }
        }
        return effects;
    }

    private static String shown(String text) {
        String line = text.replaceAll("\\p{Cc}", " ");
        return line.length() > 200 ? line.substring(0, 200) : line;
    }

    /// Publishes every group of resources that rest on each other and fit together.
    private void publish(Instant now, List<UpdateEffect> effects) {
        List<SubstreamContent> changed = new ArrayList<>();
        for (Set<String> group : groups()) {
            boolean fits = group.stream().noneMatch(id -> group.stream().anyMatch(base -> contradict(id, base)));
            for (String id : group) {
                mark(partsWait, id, contradict(id, id), now);
                mark(dependentsWait, id, !fits, now);
                Substream substream = substreams.get(id);
                SubstreamContent content = substream == null ? null : substream.working();
                if (fits && substream != null && content != null && substream.isChanged()) {
                    substream.publish();
                    changed.add(content);
                }
            }
        }
        if (!changed.isEmpty()) {
            resyncs = 0;
            effects.add(new Changed(List.copyOf(changed)));
        }
    }

    private static void mark(Map<String, Instant> since, String id, boolean waits, Instant now) {
        if (waits) {
            since.putIfAbsent(id, now);
        } else {
            since.remove(id);
        }
    }

    /// Resources in sets that are connected by what they rest on.
    private List<Set<String>> groups() {
        List<Set<String>> groups = new ArrayList<>();
        for (String id : substreams.keySet()) {
            Set<String> own = new LinkedHashSet<>();
            List<Set<String>> apart = new ArrayList<>();
            for (Set<String> group : groups) {
                if (group.stream().anyMatch(other -> related(id, other) || related(other, id))) {
                    own.addAll(group);
                } else {
                    apart.add(group);
                }
            }
            own.add(id);
            apart.add(own);
            groups = apart;
        }
        return groups;
    }

    private boolean related(String dependent, String base) {
        SubstreamContent one = best(dependent);
        SubstreamContent other = best(base);
        return one != null && other != null && VersionTags.related(one, other);
    }

    private boolean contradict(String dependent, String base) {
        SubstreamContent one = best(dependent);
        SubstreamContent other = best(base);
        return one != null && other != null && VersionTags.contradict(one, other);
    }

    private @Nullable SubstreamContent best(String id) {
        Substream substream = substreams.get(id);
        return substream == null ? null : substream.best();
    }

    private void lost(String id, String why, List<UpdateEffect> effects) {
        Substream substream = substreams.get(id);
        if (substream == null || closed) {
            return;
        }
        substream.drop();
        partsWait.remove(id);
        if (++resyncs > MAX_LOST) {
            effects.addAll(close("too many copies were lost: " + why));
        } else {
            effects.add(new Resync(id, why));
        }
    }

    private List<UpdateEffect> confirmed(List<UpdateEffect> effects) {
        if (started
                && !closed
                && !substreams.isEmpty()
                && substreams.values().stream().allMatch(Substream::isSettled)) {
            effects.add(new Confirmed());
        }
        return effects;
    }

    private List<UpdateEffect> close(String why) {
        closed = true;
        return List.of(new Close(why));
    }
}
