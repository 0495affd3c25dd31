// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.client.AltoClient;
import io.tcn.alto.client.AltoException;
import io.tcn.alto.client.SubstreamContent;
import io.tcn.alto.client.SubstreamRequest;
import io.tcn.alto.client.Timers;
import io.tcn.alto.client.UpdateListener;
import io.tcn.alto.client.UpdateStream;
import io.tcn.alto.codec.PathVectorParser;
import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.PathVectorAnes;
import io.tcn.alto.model.PathVectorPaths;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Takes path vectors from an update stream (RFC 8895). A part of a message that did not change is not read again.
///
/// [#follow] and [#close] are called by the thread of the feed, the rest by that of the stream.
final class AltoPush implements PathPush {
    /// What is followed, and what has come of it. Its state belongs to the stream, which speaks with one voice.
    private static final class Followed {
        private final StreamQuery query;
        private final SubstreamRequest request;
        private final Listener listener;
        private @Nullable JsonNode root;
        private @Nullable PathVectorPaths<Address> paths;
        private @Nullable JsonNode map;
        private @Nullable PathVectorAnes anes;

        Followed(StreamQuery query, SubstreamRequest request, Listener listener) {
            this.query = query;
            this.request = request;
            this.listener = listener;
        }

        void forget() {
            root = null;
            paths = null;
            map = null;
            anes = null;
        }
    }

    private final AltoClient client;
    private final Timers timers;
    private final PathVectorParser<Address> parser;
    private volatile @Nullable Followed followed;
    private volatile @Nullable UpdateStream stream;

    /// @param timers where what the stream does runs
    AltoPush(AltoClient client, Timers timers) {
        this.client = client;
        this.timers = timers;
        this.parser = PathVectorParser.endpoints(client.settings().lenient());
    }

    @Override
    public void follow(StreamQuery query, Listener listener) throws AltoException, InterruptedException {
        Followed before = followed;
        if (before != null && before.query.equals(query)) {
            return;
        }
        SubstreamRequest request =
                client.substream(query.stream(), query.resource(), query.pairs(), query.properties());
        if (before != null && !before.query.stream().equals(query.stream())) {
            close();
        }
        followed = new Followed(query, request, listener);
        UpdateStream source = stream;
        if (source == null) {
            source = client.updates(query.stream(), heard, timers);
            stream = source;
        }
        source.follow(Set.of(request));
    }

    @Override
    public void close() {
        UpdateStream source = stream;
        stream = null;
        followed = null;
        if (source != null) {
            source.close();
        }
    }

    private final UpdateListener heard = new UpdateListener() {
        @Override
        public void changed(List<SubstreamContent> contents, Instant at) {
            Followed now = followed;
            for (SubstreamContent content : contents) {
                // What was followed before may still speak for a moment.
                if (now != null && content.request().equals(now.request)) {
                    read(now, content);
                }
            }
        }

        @Override
        public void confirmed(Instant at) {
            Followed now = followed;
            if (now != null && now.paths != null) {
                now.listener.confirmed();
            }
        }

        @Override
        public void up(boolean isUp) {
            Followed now = followed;
            if (now != null) {
                if (!isUp) {
                    now.forget();
                }
                now.listener.up(isUp);
            }
        }

        @Override
        public void fault(String reason) {
            Followed now = followed;
            if (now != null) {
                now.listener.fault(reason);
            }
        }
    };

    @SuppressWarnings("ReferenceEquality") // a part that did not change is the same object
    private void read(Followed now, SubstreamContent content) {
        Optional<JsonNode> costs = content.find(AltoMediaTypes.ENDPOINT_COST);
        Optional<JsonNode> elements = content.find(AltoMediaTypes.PROPERTY_MAP);
        if (costs.isEmpty() || elements.isEmpty()) {
            reject(now, "a part of the answer is missing");
            return;
        }
        try {
            PathVectorPaths<Address> known = now.paths;
            boolean same = known != null && costs.get() == now.root;
            PathVectorPaths<Address> paths = known != null && same ? known : parser.paths(costs.get());
            JsonNode oldMap = now.map;
            PathVectorAnes oldAnes = now.anes;
            PathVectorAnes anes = oldMap == null || oldAnes == null
                    ? parser.anes(elements.get())
                    : parser.anes(elements.get(), oldMap, oldAnes);
            now.listener.paths(now.query, parser.join(paths, anes), same);
            now.map = elements.get();
            now.anes = anes;
            now.root = costs.get();
            now.paths = paths;
        } catch (AltoFormatException broken) {
            reject(now, String.valueOf(broken.getMessage()));
        }
    }

    private void reject(Followed now, String why) {
        now.forget();
        now.listener.fault(why);
        UpdateStream source = stream;
        if (source != null) {
            source.reject(now.request, why);
        }
    }
}
