using IwTune.Shared.Policies.Syntax;
using IwTune.Shared.Selectors;

namespace IwTune.Shared.Policies;

/// <summary>A <c>containers</c> as written: a selector of containers.</summary>
internal static class ContainersRule
{
    /// <summary>Reports and states keep a scope in 500 characters.</summary>
    internal const int MaxLength = 300;

    internal static Scope.Containers? Read(Node node, string path, Findings findings)
    {
        if (node is Node.Scalar { IsNull: false, Value: var written })
        {
            var (selector, problems) = Selector.ParseContainers(written);
            foreach (var problem in problems)
                findings.Problem(path, node, problem.ToString());
            if (selector is null)
                return null;
            if (selector.ToString().Length <= MaxLength)
                return new(selector);
            findings.Problem(
                path,
                node,
                $"is too long: {selector.ToString().Length} characters, at most {MaxLength}; write several scopes"
            );
            return null;
        }
        if (node is not Node.Refused)
            findings.Problem(path, node, "must be a selector of containers, as in `containers: namespace:shop pod:web*`, or `\"*\"`");
        return null;
    }
}
