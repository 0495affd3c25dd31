// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A quantitative claim of section 7 of the paper, in one of the readings that it allows.
public enum Claim {
    UTILISATION_ONE_LINK(
            "7.1",
            "link utilisation, 2 x 20 TB on one link, two pipes",
            3.33,
            new Experiment("paper-1-single-link", Controls.NONE, 0, Terrain.USUAL),
            Quantity.UTILISATION,
            Contestant.FTS_MODEL,
            Contestant.ZERO),
    UTILITY_WEIGHTS("7.1", "utility, 30 x 2 TB", 4.38, Scenes.thirty(Controls.WEIGHTS), Quantity.MEAN_UTILITY),
    UTILITY_BOUNDS("7.1", "utility, 30 x 2 TB", 4.38, Scenes.thirty(Controls.BOUNDS), Quantity.MEAN_UTILITY),
    UTILITY_BUSY(
            "7.1",
            "the same, all pipes kept busy, the end of 2000 intervals",
            4.38,
            Scenes.busy30(Controls.WEIGHTS),
            Quantity.SETTLED_UTILITY),
    FCT_MAX_WEIGHTS("7.2", "max FCT, 30 x 2 TB", 3.73, Scenes.thirty(Controls.WEIGHTS), Quantity.FCT_MAX),
    FCT_MAX_BOUNDS("7.2", "max FCT, 30 x 2 TB", 3.73, Scenes.thirty(Controls.BOUNDS), Quantity.FCT_MAX),
    FCT_MEAN_FREE("7.2", "mean FCT, 100 x 500 GB", 1.59, Scenes.hundred(Controls.NONE), Quantity.FCT_MEAN),
    FCT_MEAN_WEIGHTS("7.2", "mean FCT, 100 x 500 GB", 1.95, Scenes.hundred(Controls.WEIGHTS), Quantity.FCT_MEAN),
    FCT_MEAN_BOUNDS("7.2", "mean FCT, 100 x 500 GB", 1.95, Scenes.hundred(Controls.BOUNDS), Quantity.FCT_MEAN),
    CONVERGENCE_CONCAVE(
            "7.3",
            "first-order converges faster than zero-order, concave",
            3.0,
            Scenes.backlog10(Terrain.CONCAVE),
            Quantity.CONVERGENCE,
            Contestant.ZERO,
            Contestant.FIRST_PLAIN),
    CONVERGENCE_USUAL(
            "7.3",
            "the same with the deterioration of all other rows",
            3.0,
            Scenes.backlog10(Terrain.USUAL),
            Quantity.CONVERGENCE,
            Contestant.ZERO,
            Contestant.FIRST_PLAIN),
    FINAL_RUGGED(
            "7.3",
            "zero-order ends higher than first-order, non-convex",
            1.49,
            Scenes.backlog10(Terrain.RUGGED),
            Quantity.SETTLED_UTILITY,
            Contestant.FIRST_PLAIN,
            Contestant.ZERO),
    FCT_DYNAMIC_WEIGHTS("7.4", "mean FCT, 50 arrivals", 7.0, Scenes.arrivals(Controls.WEIGHTS), Quantity.FCT_MEAN),
    FCT_DYNAMIC_BOUNDS("7.4", "mean FCT, 50 arrivals", 7.0, Scenes.arrivals(Controls.BOUNDS), Quantity.FCT_MEAN);

    /// The experiments by name.
    private static final class Scenes {
        private static final int BUSY_INTERVALS = 2000;
        private static final String THIRTY = "paper-2-esnet-30x2TB";

        private Scenes() {}

        static Experiment busy30(Controls controls) {
            return new Experiment(THIRTY, controls, BUSY_INTERVALS, Terrain.USUAL);
        }

        static Experiment thirty(Controls controls) {
            return new Experiment(THIRTY, controls, 0, Terrain.USUAL);
        }

        static Experiment hundred(Controls controls) {
            return new Experiment("paper-3-esnet-100x500GB", controls, 0, Terrain.USUAL);
        }

        static Experiment backlog10(Terrain terrain) {
            return new Experiment("paper-4-esnet-10-backlog", Controls.NONE, BUSY_INTERVALS, terrain);
        }

        static Experiment arrivals(Controls controls) {
            return new Experiment("paper-5-esnet-dynamic-50", controls, 0, Terrain.USUAL);
        }
    }

    private static final List<Contestant> AGAINST_FTS =
            List.of(Contestant.FTS, Contestant.ZERO, Contestant.LEARNED, Contestant.DEFAULT, Contestant.OPTIMUM);
    private static final List<Contestant> AMONG_TCN =
            List.of(Contestant.ZERO, Contestant.FIRST_PLAIN, Contestant.FIRST, Contestant.LEARNED, Contestant.DEFAULT);

    private final String section;
    private final String words;
    private final double paper;

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts, numbers and enums
    private final Experiment experiment;

    private final Quantity quantity;
    private final Contestant reference;
    private final Contestant ofPaper;

    Claim(String section, String words, double paper, Experiment experiment, Quantity quantity) {
        this(section, words, paper, experiment, quantity, Contestant.FTS_MODEL, Contestant.ZERO);
    }

    Claim(
            String section,
            String words,
            double paper,
            Experiment experiment,
            Quantity quantity,
            Contestant reference,
            Contestant ofPaper) {
        this.section = section;
        this.words = words;
        this.paper = paper;
        this.experiment = experiment;
        this.quantity = quantity;
        this.reference = reference;
        this.ofPaper = ofPaper;
    }

    /// The name by which commands ask for it, such as `fct-mean-free`.
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The claim of a name.
    ///
    /// @throws IllegalArgumentException if there is none
    public static Claim parse(String id) {
        return Arrays.stream(values())
                .filter(claim -> claim.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no claim \"" + id + "\"; use some of "
                        + Arrays.stream(values()).map(Claim::id).collect(Collectors.joining(", "))));
    }

    /// The section of the paper.
    String section() {
        return section;
    }

    /// What it says, without its number.
    String words() {
        return words;
    }

    /// The paper's ratio.
    double paper() {
        return paper;
    }

    Experiment experiment() {
        return experiment;
    }

    Quantity quantity() {
        return quantity;
    }

    /// What the ratio is taken against.
    Contestant reference() {
        return reference;
    }

    /// The algorithm that the paper makes the claim about.
    Contestant ofPaper() {
        return ofPaper;
    }

    /// All that are measured, the reference left out.
    List<Contestant> contestants() {
        return (reference == Contestant.FTS_MODEL ? AGAINST_FTS : AMONG_TCN)
                .stream().filter(contestant -> contestant != reference).toList();
    }
}
