// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.VersionTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Reads the tags in the contents of followed resources, and whether they fit together.
final class VersionTags {
    /// More tags than any resource rests on; those behind them are not looked at.
    private static final int MAX_TAGS = 64;

    private VersionTags() {}

    /// Versions of the parts.
    static List<VersionTag> own(SubstreamContent content) {
        List<VersionTag> tags = new ArrayList<>();
        for (SubstreamContent.Part part : content.parts()) {
            tag(part.json().path("meta").path("vtag")).ifPresent(tags::add);
        }
        return tags;
    }

    /// Versions that the parts rest on.
    static List<VersionTag> dependent(SubstreamContent content) {
        List<VersionTag> tags = new ArrayList<>();
        for (SubstreamContent.Part part : content.parts()) {
            JsonNode all = part.json().path("meta").path("dependent-vtags");
            for (int i = 0; i < Math.min(all.size(), MAX_TAGS); i++) {
                tag(all.path(i)).ifPresent(tags::add);
            }
        }
        return tags;
    }

    /// Whether one rests on another version of something than the other one is.
    static boolean contradict(SubstreamContent dependent, SubstreamContent base) {
        for (VersionTag mine : own(base)) {
            boolean about = false;
            boolean same = false;
            for (VersionTag wanted : dependent(dependent)) {
                about |= wanted.resourceId().equals(mine.resourceId());
                same |= wanted.equals(mine);
            }
            if (about && !same) {
                return true;
            }
        }
        return false;
    }

    /// Whether one rests on the other, in whatever version.
    static boolean related(SubstreamContent dependent, SubstreamContent base) {
        for (VersionTag mine : own(base)) {
            for (VersionTag wanted : dependent(dependent)) {
                if (wanted.resourceId().equals(mine.resourceId())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Optional<VersionTag> tag(JsonNode node) {
        JsonNode id = node.path("resource-id");
        JsonNode tag = node.path("tag");
        if (!id.isString() || !tag.isString()) {
            return Optional.empty();
        }
        try {
            return Optional.of(VersionTag.parse(id.stringValue(), tag.stringValue()));
        } catch (AltoFormatException e) {
            return Optional.empty();
        }
    }
}
