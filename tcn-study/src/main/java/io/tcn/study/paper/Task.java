// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

/// One simulation of the study. Equal tasks have equal outcomes.
record Task(Experiment experiment, Contestant contestant, long seed, PaperSetting setting) {
    Task {
        boolean weightsOnly = contestant == Contestant.OPTIMUM && experiment.controls() == Controls.WEIGHTS;
        if (!contestant.heedsControls() || weightsOnly) {
            experiment = experiment.withoutControls();
        }
    }

    /// What it is about, for the progress.
    String inWords() {
        return contestant.id() + " on " + experiment.workload() + ", seed " + seed;
    }

    /// How long it takes, roughly, as a number to compare with those of others: a run with many pipes, many intervals
    /// and a bad optimizer takes longest.
    double weight() {
        double pipes = switch (experiment
                .workload()
                .substring(0, Math.min(7, experiment.workload().length()))) {
            case "paper-5" -> 100;
            case "paper-3" -> 50;
            case "paper-2" -> 20;
            default -> 5;
        };
        double slowness = switch (contestant) {
            case FTS_MODEL -> 10;
            case OPTIMUM -> 8;
            case FTS, DEFAULT, FIRST, LEARNED -> 2;
            case ZERO, FIRST_PLAIN -> 1;
        };
        return pipes * slowness / (experiment.isBacklogged() ? 10 : 1);
    }
}
