// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/// Tests that start a server, a process or a database are the slow part: they have the tag `it`, so that
/// `./tcn test --fast` can leave them out.
@AnalyzeClasses(packages = "io.tcn.api", importOptions = ImportOption.OnlyIncludeTests.class)
class SlowPartTest {
    private static final Set<String> STARTED = Set.of(
            "io.tcn.api.cli.TcnServer",
            "io.tcn.api.harness.RunningServer",
            "io.tcn.api.harness.ServerProcess",
            "io.tcn.api.harness.TestKafka",
            "io.tcn.api.harness.TestPostgres",
            "io.tcn.api.store.StoreWorld",
            "org.springframework.boot.builder.SpringApplicationBuilder");

    @ArchTest
    static final ArchRule whatStartsAServerOrADatabaseHasTheTag =
            ArchRuleDefinition.classes().that(startSomething()).should(haveTheTag());

    private static DescribedPredicate<JavaClass> startSomething() {
        return DescribedPredicate.describe(
                "are tests and start a server, a process or a database",
                type -> type.getSimpleName().endsWith("Test")
                        && family(type)
                                .flatMap(member -> member.getDirectDependenciesFromSelf().stream())
                                .anyMatch(dependency -> STARTED.contains(
                                        dependency.getTargetClass().getFullName())));
    }

    private static ArchCondition<JavaClass> haveTheTag() {
        return new ArchCondition<>("have the tag `it`") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean tagged = family(type)
                        .flatMap(member -> member.tryGetAnnotationOfType(Tag.class).stream())
                        .anyMatch(tag -> tag.value().equals("it"));
                events.add(new SimpleConditionEvent(type, tagged, type.getName() + " has no @Tag(\"it\")"));
            }
        };
    }

    /// A class with those that it extends.
    private static Stream<JavaClass> family(JavaClass type) {
        return Stream.concat(Stream.of(type), type.getAllRawSuperclasses().stream());
    }
}
