// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import io.tcn.bench.QualitySettings;
import java.util.ArrayList;
import java.util.List;

/// Which families the benchmark `control` runs.
public final class Families {
    private Families() {}

    /// The names of all families, groups first.
    static List<String> names() {
        List<String> names = new ArrayList<>(List.of(Family.REAL, Family.TOLD));
        Family.all().forEach(family -> names.add(family.name()));
        return names;
    }

    /// Refuses what names no family and no world.
    ///
    /// @throws IllegalArgumentException if a name or trait is not known
    public static void check(QualitySettings settings) {
        String world = settings.world();
        if (world != null) {
            WorldTraits.parse(world);
        }
        for (String family : settings.families()) {
            if (!names().contains(family)) {
                throw new IllegalArgumentException(
                        "there is no family \"" + family + "\"; there are " + String.join(", ", names()));
            }
        }
    }

    /// The families that were chosen, in their usual order.
    static List<Family> of(QualitySettings settings) {
        String own = settings.world();
        if (own != null) {
            return List.of(RealFamily.of(WorldTraits.parse(own)));
        }
        List<String> wanted = settings.families().isEmpty() ? List.of(Family.REAL) : settings.families();
        return Family.all().stream()
                .filter(family -> wanted.contains(family.name())
                        || wanted.contains(family instanceof RealFamily ? Family.REAL : Family.TOLD))
                .toList();
    }
}
