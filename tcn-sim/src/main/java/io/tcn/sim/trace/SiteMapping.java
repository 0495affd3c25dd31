// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Where the sites of a trace are on another network: a name that is listed, else the longest prefix that fits,
/// else the place of all others. A mapping that lists nothing leaves every name as it is.
///
/// @param describes what it maps, for people; null if it does not say
/// @param sites by the trace's name
/// @param prefixes by the beginning of the trace's name
/// @param otherwise for all other names, null if they have no place
public record SiteMapping(
        @Nullable String describes,
        @Nullable Map<String, String> sites,
        @Nullable Map<String, String> prefixes,
        @Nullable String otherwise) {
    /// Each name is the site of this name.
    public static final SiteMapping SAME = new SiteMapping(null, Map.of(), Map.of(), null);

    public SiteMapping {
        sites = sites == null ? Map.of() : Collections.unmodifiableMap(new HashMap<>(sites));
        prefixes = prefixes == null ? Map.of() : Collections.unmodifiableMap(new HashMap<>(prefixes));
    }

    /// The site of a name of the trace; empty if the mapping says nothing of it.
    public Optional<String> siteOf(String name) {
        if (targets().isEmpty()) {
            return Optional.of(name);
        }
        if (sites != null && sites.get(name) != null) {
            return Optional.ofNullable(sites.get(name));
        }
        Optional<String> byPrefix = prefixes == null
                ? Optional.empty()
                : prefixes.entrySet().stream()
                        .filter(entry -> name.startsWith(entry.getKey()))
                        .max(Comparator.comparingInt(entry -> entry.getKey().length()))
                        .map(Map.Entry::getValue);
        return byPrefix.or(() -> Optional.ofNullable(otherwise));
    }

    /// All sites that names are mapped to.
    public Set<String> targets() {
        Set<String> targets = new LinkedHashSet<>();
        if (sites != null) {
            targets.addAll(sites.values());
        }
        if (prefixes != null) {
            targets.addAll(prefixes.values());
        }
        if (otherwise != null) {
            targets.add(otherwise);
        }
        return targets;
    }

    /// Reads a mapping: a JSON object with `sites`, `prefixes` (both from names to sites) and `otherwise`.
    ///
    /// @param name a file, or the name of a shipped mapping
    /// @param folder where a file is looked for
    public static SiteMapping read(String name, Path folder) throws TraceException {
        JsonMapper mapper = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        try (InputStream in = TraceFiles.openMapping(name, folder)) {
            SiteMapping mapping = mapper.readValue(in, SiteMapping.class);
            if (mapping.targets().isEmpty()) {
                throw new TraceException(name, "", "the mapping is empty", "give sites, prefixes or otherwise");
            }
            return mapping;
        } catch (JacksonException broken) {
            String place = broken.getLocation() == null
                    ? ""
                    : "line " + broken.getLocation().getLineNr();
            throw new TraceException(
                    name,
                    place,
                    "this is not a mapping",
                    "write {\"sites\": {\"US_FNAL\": \"fnal\"}, \"prefixes\": {\"US_\": \"ornl\"}, \"otherwise\": \"cern\"}");
        } catch (IOException broken) {
            throw new TraceException(name, "", "the mapping cannot be read: " + broken.getMessage(), "check the path");
        }
    }
}
