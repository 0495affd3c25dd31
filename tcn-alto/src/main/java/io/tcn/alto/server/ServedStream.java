// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.model.AltoMediaTypes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One update stream (RFC 8895 §6). A client that reads too slowly gets no more patches; once it has read what
/// waits for it, it gets a whole copy of what it missed. Used under the server's lock.
final class ServedStream {
    private static final int MAX_SUBSTREAMS = 32;

    /// Ids of one stream are never used again, so all must be remembered.
    private static final int MAX_IDS = 10_000;

    private static final class Substream {
        private final String id;
        private final String resourceId;
        private final Followed followed;

        /// Whether the client must get a whole copy before anything else.
        private boolean copyNeeded;

        private Substream(String id, String resourceId, FollowedResources.Start start) {
            this.id = id;
            this.resourceId = resourceId;
            this.followed = start.followed();
            this.copyNeeded = !start.current();
        }

        private int order() {
            return ResourceTable.FOLLOWED.indexOf(resourceId);
        }
    }

    private final FollowedResources resources;
    private final Outlet outlet;
    private final @Nullable String caller;

    /// What others depend on first.
    private final List<Substream> substreams = new ArrayList<>();

    private final Set<String> usedIds = new HashSet<>();
    private final Deque<byte[]> unsaid = new ArrayDeque<>();
    private boolean open = true;

    ServedStream(FollowedResources resources, Outlet outlet, @Nullable String caller) {
        this.resources = resources;
        this.outlet = outlet;
        this.caller = caller;
    }

    /// Makes what a request asks for without saying anything yet.
    private List<Substream> prepare(StreamParameters parameters, Edition edition) throws RequestException {
        List<Substream> added = new ArrayList<>();
        for (StreamParameters.Addition addition : parameters.add()) {
            if (usedIds.contains(addition.substreamId())) {
                throw RequestException.value("add", addition.substreamId());
            }
            added.add(new Substream(
                    addition.substreamId(), addition.resourceId(), resources.start(addition, caller, edition)));
        }
        if (substreams.size() + added.size() > MAX_SUBSTREAMS || usedIds.size() + added.size() > MAX_IDS) {
            throw RequestException.value("add", "more than " + MAX_SUBSTREAMS + " at once, or " + MAX_IDS + " in all");
        }
        return added;
    }

    /// Begins the stream.
    ///
    /// @param controlUri relative to the address of the stream
    void begin(StreamParameters parameters, String controlUri, Edition edition) throws RequestException {
        List<Substream> added = prepare(parameters, edition);
        say(JsonBytes.object().put("control-uri", controlUri));
        add(added);
        send(edition);
    }

    /// Changes what is followed: adds first, then removes (RFC 8895 §7.4).
    ///
    /// @return whether the stream goes on
    boolean change(StreamParameters parameters, Edition edition) throws RequestException {
        List<Substream> added = prepare(parameters, edition);
        List<String> addedIds = added.stream().map(substream -> substream.id).toList();
        List<String> remove = parameters.remove();
        if (remove != null) {
            for (String id : remove) {
                if (!usedIds.contains(id) && !addedIds.contains(id)) {
                    throw RequestException.value("remove", id);
                }
            }
        }
        if (!added.isEmpty()) {
            ObjectNode started = JsonBytes.object();
            var ids = started.putArray("started");
            addedIds.forEach(ids::add);
            say(started);
            add(added);
            send(edition);
        }
        if (remove != null) {
            stop(remove.isEmpty() ? activeIds() : remove, "asked for");
            if (remove.isEmpty()) {
                end("closed as asked for");
            }
        }
        return open;
    }

    private List<String> activeIds() {
        return substreams.stream().map(substream -> substream.id).toList();
    }

    private void add(List<Substream> added) {
        added.forEach(substream -> usedIds.add(substream.id));
        substreams.addAll(added);
        substreams.sort(Comparator.comparingInt(Substream::order));
    }

    private void stop(Collection<String> ids, String why) {
        List<String> stopped = activeIds().stream().filter(ids::contains).toList();
        if (stopped.isEmpty()) {
            return;
        }
        substreams.removeIf(substream -> stopped.contains(substream.id));
        ObjectNode event = JsonBytes.object();
        var array = event.putArray("stopped");
        stopped.forEach(array::add);
        say(event.put("description", why));
    }

    private void say(ObjectNode control) {
        unsaid.add(EventFrame.event(AltoMediaTypes.UPDATE_STREAM_CONTROL, JsonBytes.of(control)));
        sayAll();
    }

    private boolean sayAll() {
        while (!unsaid.isEmpty()) {
            if (!outlet.offer(unsaid.getFirst())) {
                return false;
            }
            unsaid.removeFirst();
        }
        return true;
    }

    /// Sends what has changed, and whole copies where they are due and there is room.
    void send(Edition edition) {
        if (!open || !sayAll()) {
            substreams.forEach(substream -> substream.copyNeeded = true);
            return;
        }
        for (Substream substream : List.copyOf(substreams)) {
            try {
                send(substream, edition);
            } catch (RequestException noLonger) {
                stop(List.of(substream.id), String.valueOf(noLonger.getMessage()));
            }
        }
    }

    private void send(Substream substream, Edition edition) throws RequestException {
        if (substream.copyNeeded && !outlet.hasRoom()) {
            return;
        }
        List<DataEvent> events =
                substream.copyNeeded ? substream.followed.copy(edition) : substream.followed.changes(edition);
        substream.copyNeeded = false;
        for (DataEvent event : events) {
            if (!outlet.offer(event.frame(substream.id))) {
                substream.copyNeeded = true;
                return;
            }
        }
    }

    /// The client has read all that waited for it.
    void drained(Edition edition) {
        boolean behind = !unsaid.isEmpty() || substreams.stream().anyMatch(substream -> substream.copyNeeded);
        if (open && behind) {
            send(edition);
        }
    }

    /// Says that the stream lives (RFC 8895 §6.8). One that has events waiting needs no comment.
    void comment() {
        if (open && unsaid.isEmpty()) {
            outlet.offer(EventFrame.comment());
        }
    }

    void end(String why) {
        if (open) {
            open = false;
            outlet.end(why);
        }
    }

    boolean isOpen() {
        return open;
    }
}
