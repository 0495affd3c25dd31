// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.DirectoryParser;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.CostType;
import io.tcn.alto.model.DirectoryDocument;
import io.tcn.alto.model.DirectoryEntry;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Walks from the root directory to all others that it leads to, breadth first, each address once (RFC 7285 §9.2).
/// Only the root must be readable: what is wrong further down is skipped alone and noted.
final class DirectoryReader {
    static final int MAX_DIRECTORIES = 32;

    /// Links from the root; the root itself is at depth 0.
    static final int MAX_DEPTH = 4;

    private static final int MAX_SERVICES = 10_000;
    private static final int MAX_NOTES = 100;
    private static final Set<String> MODES = Set.of(CostType.NUMERICAL, CostType.ORDINAL, CostType.ARRAY);

    private final AltoHttp http;
    private final InstantSource clock;

    DirectoryReader(AltoHttp http, InstantSource clock) {
        this.http = http;
        this.clock = clock;
    }

    /// Reads the closure.
    ///
    /// @throws AltoException if the root cannot be had
    ServiceDirectory read(URI root) throws AltoException, InterruptedException {
        return new Walk().from(root);
    }

    private DirectoryDocument parsed(AltoAnswer answer) throws AltoException {
        return Documents.parse(answer, AltoMediaTypes.DIRECTORY, false, DirectoryParser::parse);
    }

    /// An address and its distance from the root.
    private record Link(URI uri, int depth) {}

    /// One walk.
    private final class Walk {
        private final Deque<Link> links = new ArrayDeque<>();
        private final Set<URI> seen = new HashSet<>();
        private final Map<String, Service> services = new LinkedHashMap<>();
        private final Set<String> ids = new HashSet<>();
        private final List<String> skipped = new ArrayList<>();
        private @Nullable String namedDefault;

        ServiceDirectory from(URI root) throws AltoException, InterruptedException {
            links.add(new Link(root, 0));
            seen.add(root);
            for (int count = 0; !links.isEmpty(); count++) {
                Link link = links.remove();
                if (count >= MAX_DIRECTORIES) {
                    note(AltoHttp.shown(link.uri()) + ": more than " + MAX_DIRECTORIES + " directories");
                    break;
                }
                try {
                    visit(link);
                } catch (AltoException e) {
                    if (link.depth() == 0) {
                        throw e;
                    }
                    note(String.valueOf(e.getMessage()));
                }
            }
            return new ServiceDirectory(services, namedDefault, skipped, clock.instant());
        }

        private void visit(Link link) throws AltoException, InterruptedException {
            AltoAnswer answer = http.get(link.uri(), AltoMediaTypes.DIRECTORY, null);
            if (!answer.uri().equals(link.uri()) && !seen.add(answer.uri())) {
                return; // a redirect to one that was there already
            }
            DirectoryDocument document = parsed(answer);
            document.skipped().forEach(this::note);
            if (link.depth() == 0) {
                namedDefault = document.defaultNetworkMap();
            }
            for (DirectoryEntry entry : document.entries()) {
                take(entry, document, answer.uri(), link.depth());
            }
        }

        private void take(DirectoryEntry entry, DirectoryDocument document, URI base, int depth) {
            Optional<URI> uri = Addresses.resolve(base, entry.uri()).filter(Origin::isWeb);
            if (uri.isEmpty()) {
                note(entry.id() + ": no web address");
            } else if (entry.mediaType().is(AltoMediaTypes.DIRECTORY)) {
                follow(new Link(uri.get(), depth + 1));
            } else if (ids.size() >= MAX_SERVICES || !ids.add(entry.id())) {
                note(entry.id() + ": twice, or one too many; the first counts");
            } else {
                service(entry, document, uri.get());
            }
        }

        private void follow(Link link) {
            if (link.depth() > MAX_DEPTH) {
                note(AltoHttp.shown(link.uri()) + ": deeper than " + MAX_DEPTH);
            } else if (links.size() < MAX_DIRECTORIES * 2 && seen.add(link.uri())) {
                links.add(link);
            }
        }

        private void service(DirectoryEntry entry, DirectoryDocument document, URI uri) {
            Optional<ServiceKind> kind = ServiceKind.of(entry);
            if (kind.isEmpty()) {
                note(entry.id() + ": unknown type " + entry.mediaType().essence());
                return;
            }
            List<CostType> types = entry.capabilities().costTypeNames().stream()
                    .map(name -> document.costTypes().get(name))
                    .filter(type -> type != null && MODES.contains(type.mode()))
                    .toList();
            boolean paths = types.stream().anyMatch(CostType::isPathVector);
            if (kind.get().hasCosts() && (types.isEmpty() || (kind.get().isMultipart() && !paths))) {
                note(entry.id() + ": no cost type that we know");
                return;
            }
            services.put(
                    entry.id(),
                    new Service(
                            entry.id(), kind.get(), uri, entry.mediaType(), entry.capabilities(), types, entry.uses()));
        }

        private void note(String what) {
            if (skipped.size() < MAX_NOTES) {
                skipped.add(what);
            }
        }
    }
}
