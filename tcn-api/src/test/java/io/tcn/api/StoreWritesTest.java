// SPDX-License-Identifier: Apache-2.0
package io.tcn.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.tcn.api.policy.Changes;
import io.tcn.api.store.policy.PolicyTransactions;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;

/// What is written to the database is written in a transaction: at its commit, or at the beginning of those of the
/// store's thread, the database is asked whether this server still leads. A statement by itself is asked nothing.
@AnalyzeClasses(packages = "io.tcn.api", importOptions = ImportOption.DoNotIncludeTests.class)
class StoreWritesTest {
    private static final Set<String> WRITES = Set.of("update", "batchUpdate");

    @ArchTest
    static final ArchRule theStoreWritesInTransactions = methods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAPackage("io.tcn.api.store..")
            .and(DescribedPredicate.describe("write", StoreWritesTest::writes))
            .should(new ArchCondition<JavaMethod>("run in a transaction") {
                @Override
                public void check(JavaMethod method, ConditionEvents events) {
                    if (!isInTransaction(method, new HashSet<>())) {
                        events.add(SimpleConditionEvent.violated(
                                method, method.getFullName() + " writes, and not everybody calls it in a transaction"));
                    }
                }
            });

    private static boolean writes(JavaMethod method) {
        return method.getMethodCallsFromSelf().stream().anyMatch(StoreWritesTest::isWrite);
    }

    private static boolean isWrite(JavaMethodCall call) {
        AccessTarget.MethodCallTarget target = call.getTarget();
        JavaClass owner = target.getOwner();
        return WRITES.contains(target.getName())
                && (owner.isAssignableTo(JdbcOperations.class)
                        || owner.getFullName().equals("io.tcn.api.store.InQuery"));
    }

    /// It begins one itself, or all who call it, by its own name or that of an interface, are in one.
    private static boolean isInTransaction(JavaCodeUnit unit, Set<JavaCodeUnit> seen) {
        if (!seen.add(unit)) {
            return true;
        }
        if (unit.isAnnotatedWith(Transactional.class)
                || unit.getOwner().isAnnotatedWith(Transactional.class)
                || unit.getMethodCallsFromSelf().stream().anyMatch(StoreWritesTest::begins)) {
            return true;
        }
        Set<JavaCodeUnit> callers = new HashSet<>();
        named(unit).forEach(each -> each.getAccessesToSelf().forEach(access -> callers.add(access.getOrigin())));
        return !callers.isEmpty() && callers.stream().allMatch(caller -> isInTransaction(caller, seen));
    }

    private static Stream<JavaCodeUnit> named(JavaCodeUnit unit) {
        Stream<JavaCodeUnit> inherited = unit.getOwner().getAllRawInterfaces().stream()
                .flatMap(each -> each.getMethods().stream())
                .filter(method -> method.getName().equals(unit.getName())
                        && method.getRawParameterTypes().equals(unit.getRawParameterTypes()))
                .map(method -> method);
        return Stream.concat(Stream.of(unit), inherited);
    }

    /// Runs what it is given in a transaction: of Spring, of the store's thread, or with its entry in the audit.
    private static boolean begins(JavaMethodCall call) {
        JavaClass owner = call.getTarget().getOwner();
        return owner.isAssignableTo(TransactionOperations.class)
                || owner.isEquivalentTo(PolicyTransactions.class)
                || owner.isEquivalentTo(Changes.class)
                || owner.getFullName().equals("io.tcn.api.store.NumberedTransactions");
    }
}
