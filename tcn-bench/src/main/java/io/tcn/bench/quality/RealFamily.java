// SPDX-License-Identifier: Apache-2.0
package io.tcn.bench.quality;

import java.util.ArrayList;
import java.util.List;

/// A family of networks as they are: connections of pipes differ in what they carry, too many of them hurt long before
/// or long after a resource is full, counters jump, and the map tells capacities only, as ALTO does.
///
/// @param name its name
/// @param describes what it is about, in a few words
/// @param traits what its worlds are like
record RealFamily(String name, String describes, WorldTraits traits) implements Family {
    /// Capacities in all of them, and nothing else, are what the map tells.
    static final List<RealFamily> ALL = all();

    private static List<RealFamily> all() {
        List<RealFamily> all = new ArrayList<>();
        add(all, "plain", "30 pipes, ceilings over 1:30, no deterioration, no noise", "topology=any");
        add(all, "one-link", "30 pipes on one link", "topology=link,ratio=100");
        add(all, "link-3", "3 pipes on one link", "topology=link,pipes=3,most=0.05");
        add(all, "noise-5", "as plain; noise 5 %", "noise=0.05");
        add(all, "noise-10", "as plain; noise 10 %", "noise=0.1");
        add(all, "knee-150-0.3", "n0 = 150, d = 0.3 %, noise 5 %", "knee=150,loss=0.003,noise=0.05");
        add(all, "knee-40-0.3", "n0 = 40, d = 0.3 %, noise 5 %", "knee=40,loss=0.003,noise=0.05");
        add(all, "knee-40-2", "n0 = 40, d = 2 %, noise 5 %", "knee=40,loss=0.02,noise=0.05");
        add(all, "knee-20-2", "n0 = 20, d = 2 %, noise 5 %", "knee=20,loss=0.02,noise=0.05");
        add(all, "knee-20-5", "n0 = 20, d = 5 %, noise 5 %", "knee=20,loss=0.05,noise=0.05");
        add(
                all,
                "hidden",
                "a third of the storages narrow and unknown; n0 = 150, d = 0.3 %, noise 5 %",
                "hidden=0.33,knee=150,loss=0.003,noise=0.05");
        add(
                all,
                "wrong",
                "capacities in the map 10-50 % off; n0 = 150, d = 0.3 %, noise 5 %",
                "wrong=0.5,knee=150,loss=0.003,noise=0.05");
        add(
                all,
                "background",
                "up to half of a third of the links taken by others, changing every 30 intervals; noise 5 %",
                "background=0.5,knee=150,loss=0.003,noise=0.05");
        add(all, "rtt", "round trips of 2-300 ms weigh, ramp-up; noise 5 %", "rttBias=0.5,noise=0.05");
        add(all, "markers", "each pipe reports every 1-5 s only", "markers=5");
        add(
                all,
                "files",
                "files of 10-600 s that keep their connection, 2 s of set-up, reports every 1-5 s; n0 = 150, d = 0.3 %",
                "files=true,setUp=2,markers=5,knee=150,loss=0.003");
        add(all, "bounds", "3 users, odd bounds on every link; noise 5 %", "bound=0.3,most=0.05,noise=0.05");
        add(
                all,
                "bounds-files",
                "the same with files of 10-600 s that keep their connection",
                "bound=0.3,most=0.05,noise=0.05,files=true");
        add(
                all,
                "guarantees",
                "two of three users are guaranteed a part of up to three links each; noise 5 %",
                "guarantee=0.4,most=0.05,noise=0.05");
        add(
                all,
                "guarantees-files",
                "the same with files of 10-600 s that keep their connection",
                "guarantee=0.4,most=0.05,noise=0.05,files=true");
        add(
                all,
                "weights-link",
                "3 users with weights over 1:8 on one link; noise 5 %",
                "topology=link,weights=8,most=0.05,noise=0.05");
        add(all, "weights", "the same in networks", "weights=8,most=0.05,noise=0.05");
        add(all, "pipes-3", "3 pipes, noise 5 %", "pipes=3,knee=150,loss=0.003,noise=0.05");
        add(all, "pipes-300", "300 pipes, noise 5 %", "pipes=300,most=0.03,knee=150,loss=0.003,noise=0.05");
        add(all, "pipes-1000", "1,000 pipes, noise 5 %", "pipes=1000,most=0.01,noise=0.05");
        add(
                all,
                "all-at-once",
                "hidden, wrong, background, n0 = 40, d = 0.3 %, noise 5 %, round trips, reports every 1-5 s",
                "hidden=0.33,wrong=0.3,background=0.3,knee=40,loss=0.003,noise=0.05,rttBias=0.5,markers=5");
        return List.copyOf(all);
    }

    private static void add(List<RealFamily> all, String name, String describes, String traits) {
        all.add(new RealFamily(name, describes, WorldTraits.parse(traits)));
    }

    /// A single world, as it was told.
    static RealFamily of(WorldTraits traits) {
        return new RealFamily("world", traits.toString(), traits);
    }

    @Override
    public Object optimumKey() {
        return traits.ofOptimum();
    }

    @Override
    public boolean isBounded() {
        return traits.bound() > 0;
    }

    @Override
    public boolean hasManyOptima() {
        return false;
    }

    @Override
    public int changeAfter() {
        return 0;
    }

    @Override
    public Backlog backlog(boolean needsQueue) {
        return traits.files() ? Backlog.REAL_FILES : needsQueue ? Backlog.LONG_FILES : Backlog.ENDLESS;
    }

    @Override
    public World world(long seed, int intervals) {
        return WorldGenerator.generate(traits, seed, intervals);
    }
}
