using System.Text.RegularExpressions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>Which of the provider's groups may do what here: <c>GROUP=ROLE[@SELECTOR]</c>.</summary>
public sealed partial class GroupMap
{
    private readonly IReadOnlyList<Grant> _grants;

    private GroupMap(IReadOnlyList<Grant> grants) => _grants = grants;

    /// <param name="Group">As the provider writes it, compared exactly.</param>
    /// <param name="Granted">Its role, and for which hosts.</param>
    public sealed record Grant(string Group, AccessGrant Granted);

    public static GroupMap Empty { get; } = new([]);

    public bool IsEmpty => _grants.Count == 0;

    /// <summary>What a person of these groups may do; empty for nothing.</summary>
    public IReadOnlyList<Grant> Of(IReadOnlyCollection<string> groups) => [.. _grants.Where(grant => groups.Contains(grant.Group))];

    /// <summary>Their sum as rights.</summary>
    public Rights RightsOf(IReadOnlyCollection<string> groups) => Rights.Of([.. Of(groups).Select(grant => grant.Granted)]);

    /// <returns>The map, and a sentence for each text that is not one.</returns>
    public static (GroupMap Map, IReadOnlyList<string> Problems) Parse(IEnumerable<string> texts)
    {
        var (grants, problems) = (new List<Grant>(), new List<string>());
        foreach (var text in texts)
        {
            if (Form().Match(text) is not { Success: true } found)
            {
                problems.Add(
                    $"--oidc-map: '{text}' is not GROUP=ROLE or GROUP=ROLE@SELECTOR, with a role of viewer, operator, approver, admin "
                        + "or auditor"
                );
                continue;
            }
            var selector = found.Groups["selector"].Value;
            if (selector.Length > 0 && Selector.Parse(selector) is (_, { Count: > 0 } wrong))
                problems.Add($"--oidc-map: '{text}': {wrong[0]}");
            else
                grants.Add(new(found.Groups["group"].Value, new(Enum.Parse<Role>(found.Groups["role"].Value, ignoreCase: true), selector)));
        }
        return (new(grants), problems);
    }

    // A group may be a distinguished name with '=' in it: the last '=ROLE' counts.
    [GeneratedRegex(
        "^(?<group>.+)=(?<role>viewer|operator|approver|admin|auditor)(@(?<selector>.+))?$",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Form();
}
