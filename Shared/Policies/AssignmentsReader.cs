using IwTune.Shared.Policies.Syntax;
using IwTune.Shared.Selectors;

namespace IwTune.Shared.Policies;

/// <summary>An assignment as a file writes it.</summary>
/// <param name="Selector">Whom.</param>
/// <param name="Policy">The policy's name.</param>
/// <param name="Priority">The highest wins; −1000..1000.</param>
/// <param name="Line">Where its policy is named, from 1.</param>
/// <param name="Column">The same.</param>
public sealed record WrittenAssignment(Selector Selector, string Policy, int Priority, int Line, int Column);

/// <summary>The result of reading a file of assignments: all of them, or everything that is wrong with it.</summary>
/// <param name="Assignments">In the order of the file; <see langword="null"/> when there is any problem.</param>
/// <param name="Problems">All problems, in the order of the document.</param>
public sealed record AssignmentsResult(IReadOnlyList<WrittenAssignment>? Assignments, IReadOnlyList<PolicyProblem> Problems);

/// <summary>
/// Reads which hosts follow which policy: <c>assignments: [ { selector: "role:edge", policy: edge, priority: 20 } ]</c>, YAML or JSON.
/// </summary>
public static class AssignmentsReader
{
    /// <summary>The name that such a file has in a directory of policies, before its extension.</summary>
    public const string FileName = "assignments";

    /// <summary>The largest priority; the smallest is its negative.</summary>
    public const int MostPriority = 1000;

    private static readonly string[] Known = ["assignments"],
        KnownOfOne = ["selector", "policy", "priority"];

    /// <summary>The assignments, or everything that is wrong with the text. Never throws because of the text.</summary>
    public static AssignmentsResult Read(string text)
    {
        var findings = new Findings();
        var read = new List<WrittenAssignment>();
        if (Document.Read(text, findings) is { } root)
            ReadAll(root, read, findings);
        return findings.Any ? new(null, findings.Problems) : new(read, []);
    }

    private static void ReadAll(Node root, List<WrittenAssignment> read, Findings findings)
    {
        if (root is not Node.Mapping mapping)
        {
            if (root is not Node.Refused)
                findings.Problem("", root, "must be a mapping that starts with `assignments:`");
            return;
        }
        var keys = Keys.Of(mapping, "", Known, findings);
        if (keys["assignments"] is Node.Sequence list)
        {
            for (var i = 0; i < list.Items.Count; i++)
                ReadOne(list.Items[i], $"assignments[{i}]", read, findings);
        }
        else if (keys["assignments"] is { } other and not Node.Refused)
            findings.Problem("assignments", other, "must be a list; write `[]` for no assignments");
        else if (!keys.Has("assignments"))
            findings.Missing("assignments", mapping, "missing; write `assignments:` and a list under it");
    }

    private static void ReadOne(Node node, string path, List<WrittenAssignment> read, Findings findings)
    {
        if (node is not Node.Mapping mapping)
        {
            if (node is not Node.Refused)
                findings.Problem(path, node, "must be a mapping: `selector: role:edge`, `policy: edge` and optionally `priority: 20`");
            return;
        }
        var keys = Keys.Of(mapping, path, KnownOfOne, findings);
        var selector = SelectorOf(keys, findings);
        var policy = PolicyOf(keys, findings);
        var priority = PriorityOf(keys, findings);
        if (selector is null || policy is null || priority is null)
            return;
        if (read.Find(other => other.Selector.Equals(selector) && other.Policy == policy.Value) is { } same)
            findings.Problem(path, node, $"'{selector}' is assigned to {policy.Value} in line {same.Line} already; keep one");
        else
            read.Add(new(selector, policy.Value, priority.Value, policy.Line, policy.Column));
    }

    private static Selector? SelectorOf(Keys keys, Findings findings)
    {
        if (
            Written(keys, "selector", "missing; write which hosts: `selector: role:edge`, or `selector: \"*\"` for every host", findings)
            is not { } scalar
        )
            return null;
        var (selector, problems) = Selector.Parse(scalar.Value);
        // Behind an opening quote, if there is one; escapes in it would move the column, and selectors need none.
        foreach (var problem in problems)
            findings.Problem(
                keys.PathOf("selector"),
                scalar with
                {
                    Value = problem.Found,
                    Column = scalar.Column + problem.Column - 1 + (scalar.Quoted ? 1 : 0),
                },
                problem.Rule
            );
        return selector;
    }

    private static Node.Scalar? PolicyOf(Keys keys, Findings findings)
    {
        if (Written(keys, "policy", "missing; write which policy: `policy: edge`", findings) is not { } scalar)
            return null;
        if (Text.IsDnsLabel(scalar.Value))
            return scalar;
        findings.Problem(keys.PathOf("policy"), scalar, "cannot be a policy's name: 1 to 63 lower-case letters, digits and hyphens");
        return null;
    }

    private static int? PriorityOf(Keys keys, Findings findings)
    {
        if (keys["priority"] is not { } node)
            return 0;
        if (
            node is Node.Scalar { Quoted: false } scalar
            && int.TryParse(
                scalar.Value,
                System.Globalization.NumberStyles.AllowLeadingSign,
                System.Globalization.CultureInfo.InvariantCulture,
                out var priority
            )
            && priority is >= -MostPriority and <= MostPriority
        )
            return priority;
        if (node is not Node.Refused)
            findings.Problem(
                keys.PathOf("priority"),
                node,
                $"must be a whole number from -{MostPriority} to {MostPriority}; the highest wins"
            );
        return null;
    }

    private static Node.Scalar? Written(Keys keys, string key, string missing, Findings findings)
    {
        if (keys[key] is Node.Scalar { IsNull: false } scalar)
            return scalar;
        if (keys[key] is null or Node.Scalar)
        {
            if (!keys.Has(key) || keys[key] is not null)
                findings.Missing(keys.PathOf(key), keys.Mapping, missing);
        }
        else if (keys[key] is not Node.Refused)
            findings.Problem(keys.PathOf(key), keys[key]!, "must be text");
        return null;
    }
}
