using System.Text;
using IwTune.Shared.Policies;
using IwTune.Shared.Policies.Editing;

namespace IwTune.Fuzz.Targets.Shared;

/// <summary>Policies and the files beside them, YAML or JSON, as people and other programs write them.</summary>
internal static class Policies
{
    public static bool Policy(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        var read = PolicyReader.Read(text);
        Check(read.Problems, read.Policy is null);
        // The form in the console reads what the validator refuses, too.
        _ = PolicyFields.Of(text);
        if (read.Policy is not { } policy)
            return false;
        BrokenPromiseException.Unless(
            PolicyDigest.Of(policy) == PolicyDigest.Of(PolicyReader.Read(text).Policy!),
            "a policy that is read twice has one digest"
        );
        foreach (var change in policy.Scopes)
            BrokenPromiseException.Unless(
                Scope.TryParse(change.Scope.ToString()!, out var again) && again.ToString() == change.Scope.ToString(),
                "a scope of a policy is read from its text"
            );
        return true;
    }

    public static bool Files(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        var limits = LimitsReader.Read(text);
        Check(limits.Problems, limits.Limits is null);
        var assignments = AssignmentsReader.Read(text);
        Check(assignments.Problems, assignments.Assignments is null);
        if (assignments.Assignments is not { } all)
            return limits.Limits is not null;
        var written = AssignmentsWriter.Write(all.Select(one => (one.Selector.ToString(), one.Policy, one.Priority)));
        BrokenPromiseException.Unless(
            AssignmentsReader.Read(written).Assignments is { } again
                && again
                    .Select(one => (one.Selector, one.Policy, one.Priority))
                    .SequenceEqual(all.Select(one => (one.Selector, one.Policy, one.Priority))),
            "assignments that are written are read again"
        );
        return true;
    }

    private static void Check(IReadOnlyList<PolicyProblem> problems, bool refused)
    {
        BrokenPromiseException.Unless(refused == problems.Count > 0, "a document is refused when it has problems, and then alone");
        BrokenPromiseException.Unless(problems.All(one => one is { Line: > 0, Column: > 0 }), "every problem has a place");
    }
}
