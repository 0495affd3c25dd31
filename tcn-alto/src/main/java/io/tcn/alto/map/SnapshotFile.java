// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.map;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.core.model.Resource;
import io.tcn.core.model.ResourceDescription;
import io.tcn.core.model.ResourceId;
import io.tcn.core.port.PipeMapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Keeps what a server has said across restarts, so that resources keep their ids and pipes their paths while the
/// server cannot be asked. Written beside the file and moved over it: a crash leaves the file before.
final class SnapshotFile {
    private static final int FORMAT = 1;
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /// What the file holds. Paths that are equal are written once.
    private record Saved(
            int format,
            Instant confirmedAt,
            long nextFresh,
            boolean joined,
            List<SavedResource> resources,
            List<List<String>> paths,
            List<SavedPair> pairs) {
        // What a damaged file lacks is refused here.
        Saved {
            Objects.requireNonNull(confirmedAt);
            resources = List.copyOf(resources);
            paths = paths.stream().map(List::copyOf).toList();
            pairs = List.copyOf(pairs);
        }
    }

    private record SavedResource(
            String id,
            Resource.Kind kind,
            @Nullable Double capacityBps,
            @Nullable String label,
            String source,
            Map<String, String> properties) {
        SavedResource {
            Objects.requireNonNull(id);
            Objects.requireNonNull(kind);
            Objects.requireNonNull(source);
            properties = Map.copyOf(properties);
        }
    }

    private record SavedPair(
            String from, String to, int path, PipeMapping.State state, String reason, boolean omitted) {
        SavedPair {
            Objects.requireNonNull(from);
            Objects.requireNonNull(to);
            Objects.requireNonNull(state);
            Objects.requireNonNull(reason);
        }
    }

    private final Path file;

    SnapshotFile(Path file) {
        this.file = file;
    }

    /// Writes a map.
    ///
    /// @throws IOException if the file cannot be written; the one before is still there
    void save(ServerMap map) throws IOException {
        Map<List<ResourceId>, Integer> numbers = new HashMap<>();
        List<List<String>> paths = new ArrayList<>();
        List<SavedPair> pairs = new ArrayList<>();
        map.pairs().forEach((pair, path) -> {
            int number = numbers.computeIfAbsent(path.path(), first -> {
                paths.add(first.stream().map(ResourceId::value).toList());
                return paths.size() - 1;
            });
            PipeMapping mapping = path.mapping();
            pairs.add(new SavedPair(
                    pair.source().toString(),
                    pair.destination().toString(),
                    number,
                    mapping.state(),
                    mapping.reason(),
                    mapping.omitted()));
        });
        List<SavedResource> resources = map.resources().values().stream()
                .map(resource -> new SavedResource(
                        resource.id().value(),
                        resource.kind(),
                        resource.capacityBps(),
                        resource.description().label(),
                        resource.description().source(),
                        resource.description().properties()))
                .toList();
        Saved saved = new Saved(FORMAT, map.confirmedAt(), map.nextFresh(), map.joined(), resources, paths, pairs);
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.write(beside, MAPPER.writeValueAsBytes(saved));
        } catch (JacksonException unwritable) {
            throw new IOException("the network map could not be written as JSON", unwritable);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// Reads the map that was written last; empty if there is none.
    ///
    /// @throws IOException if there is one that cannot be read
    Optional<ServerMap> load() throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            @Nullable Saved saved = MAPPER.readValue(Files.readAllBytes(file), Saved.class);
            if (saved == null || saved.format() != FORMAT) {
                throw new IOException(file + " has "
                        + (saved == null ? "no content" : "format " + saved.format())
                        + ", which this version cannot read");
            }
            return Optional.of(toMap(saved));
        } catch (JacksonException | AltoFormatException | IllegalArgumentException | IndexOutOfBoundsException broken) {
            throw new IOException(file + " is no network map that this version has written", broken);
        }
    }

    private static ServerMap toMap(Saved saved) throws AltoFormatException {
        SortedMap<ResourceId, Resource> resources = new TreeMap<>();
        for (SavedResource each : saved.resources()) {
            ResourceId id = ResourceId.of(each.id());
            resources.put(
                    id,
                    new Resource(
                            id,
                            each.kind(),
                            each.capacityBps(),
                            null,
                            null,
                            new ResourceDescription(each.label(), each.source(), new TreeMap<>(each.properties()))));
        }
        List<List<ResourceId>> paths = saved.paths().stream()
                .map(path -> path.stream().map(ResourceId::of).toList())
                .toList();
        SortedMap<AddressPair, PairPath> pairs = new TreeMap<>();
        for (SavedPair each : saved.pairs()) {
            List<ResourceId> path = paths.get(each.path());
            if (!resources.keySet().containsAll(path)) {
                throw new IllegalArgumentException("a path over a resource that is not there");
            }
            pairs.put(
                    new AddressPair(Address.parse(each.from()), Address.parse(each.to())),
                    new PairPath(path, new PipeMapping(each.state(), each.reason(), each.omitted(), false)));
        }
        return new ServerMap(
                Collections.unmodifiableSortedMap(pairs),
                Collections.unmodifiableSortedMap(resources),
                saved.nextFresh(),
                saved.confirmedAt(),
                saved.joined());
    }
}
