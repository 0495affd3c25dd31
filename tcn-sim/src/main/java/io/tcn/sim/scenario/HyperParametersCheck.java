// SPDX-License-Identifier: Apache-2.0
package io.tcn.sim.scenario;

import io.tcn.core.optimizer.StartValue;
import io.tcn.core.optimizer.ascent.AscentSettings;
import io.tcn.core.optimizer.fts.FtsModelSettings;
import io.tcn.core.optimizer.tcn.ZeroOrderSettings;
import io.tcn.sim.scenario.ScenarioDocument.AscentEntry;
import io.tcn.sim.scenario.ScenarioDocument.FtsModelEntry;
import io.tcn.sim.scenario.ScenarioDocument.HyperParametersEntry;
import io.tcn.sim.scenario.ScenarioDocument.ZeroOrderEntry;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Checks the hyper-parameters of a document; what is left out is as usual. The schema knows the names of choices, so
/// that they are known here.
final class HyperParametersCheck {
    private static final String PLACE = "/settings/hyperParameters";

    private final Complaints complaints;

    HyperParametersCheck(Complaints complaints) {
        this.complaints = complaints;
    }

    HyperParameters check(@Nullable HyperParametersEntry given) {
        HyperParameters usual = HyperParameters.USUAL;
        if (given == null) {
            return usual;
        }
        AscentEntry ascent = given.ascent();
        ZeroOrderEntry zero = given.zeroOrder();
        FtsModelEntry model = given.ftsModel();
        return new HyperParameters(
                ascent == null ? usual.ascent() : sound("/ascent", usual.ascent(), () -> of(ascent)),
                zero == null ? usual.zeroOrder() : sound("/zeroOrder", usual.zeroOrder(), () -> of(zero)),
                model == null ? usual.ftsModel() : sound("/ftsModel", usual.ftsModel(), () -> of(model)));
    }

    private <T> T sound(String place, T usual, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException refused) {
            complaints.add(PLACE + place, String.valueOf(refused.getMessage()), "choose other values");
            return usual;
        }
    }

    private static AscentSettings of(AscentEntry given) {
        AscentSettings usual = HyperParameters.USUAL.ascent();
        return new AscentSettings(
                or(given.alpha(), usual.alpha()),
                or(given.stepMax(), usual.stepMax()),
                or(given.stepGrowth(), usual.stepGrowth()),
                or(given.exploration(), usual.exploration()),
                or(given.explorationFloor(), usual.explorationFloor()),
                given.constraints() == null
                        ? usual.constraints()
                        : AscentSettings.Constraints.valueOf(name(given.constraints())),
                start(given.start(), usual.start()));
    }

    private static ZeroOrderSettings of(ZeroOrderEntry given) {
        ZeroOrderSettings usual = HyperParameters.USUAL.zeroOrder();
        return new ZeroOrderSettings(
                or(given.alpha(), usual.alpha()),
                or(given.eta(), usual.eta()),
                or(given.sigma(), usual.sigma()),
                or(given.stepMax(), usual.stepMax()),
                given.penalty() == null ? usual.penalty() : ZeroOrderSettings.Penalty.valueOf(name(given.penalty())),
                or(given.penaltyWeight(), usual.penaltyWeight()),
                start(given.start(), usual.start()));
    }

    private static FtsModelSettings of(FtsModelEntry given) {
        FtsModelSettings usual = HyperParameters.USUAL.ftsModel();
        return new FtsModelSettings(
                or(given.alpha(), usual.alpha()),
                or(given.base(), usual.base()),
                given.increaseStep() == null ? usual.increaseStep() : given.increaseStep(),
                given.decreaseStep() == null ? usual.decreaseStep() : given.decreaseStep(),
                start(given.start(), usual.start()));
    }

    private static double or(@Nullable Double given, double usual) {
        return given == null ? usual : given;
    }

    private static StartValue start(@Nullable String given, StartValue usual) {
        return given == null ? usual : StartValue.valueOf(name(given));
    }

    private static String name(String choice) {
        return choice.toUpperCase(Locale.ROOT);
    }
}
