namespace IwTune.Shared.Fleet.Access;

/// <summary>A named set of permissions.</summary>
public enum Role
{
    /// <summary>Looks at hosts and what is decided for them.</summary>
    Viewer,

    /// <summary>Changes what hosts have: publishes, plans rollouts, holds, excepts, labels.</summary>
    Operator,

    /// <summary>Says yes to rollouts that others planned.</summary>
    Approver,

    /// <summary>Everything.</summary>
    Admin,

    /// <summary>Reads everything and exports it; changes nothing.</summary>
    Auditor,

    /// <summary>For a pipeline: plans and pushes policies and assignments over the API; cannot open the console.</summary>
    GitOps,

    /// <summary>For an identity provider: provisions people and groups by SCIM, and nothing else.</summary>
    Provisioner,
}

/// <summary>A role for the hosts of a selector. Several add up.</summary>
/// <param name="Role">What may be done.</param>
/// <param name="Selector">Which hosts, as docs/selectors.md has it; empty for the whole fleet. With a selector a role gives only what can
/// be cut to hosts: no audit log, no users, no tokens, no freezes.</param>
public sealed record AccessGrant(Role Role, string Selector = "")
{
    /// <summary><c>operator</c> or <c>operator:site:fra</c>, as command lines have it.</summary>
    public override string ToString() => Selector.Length == 0 ? Name : $"{Name}:{Selector}";

    private string Name => Role.ToString().ToLowerInvariant();

    /// <summary>
    /// Whether a text announces a selector and has none: <c>operator:</c>, as a script with an empty variable writes it. A command line
    /// refuses that, because <see cref="Parse"/> reads it as the whole fleet, which the empty field of a form means.
    /// </summary>
    public static bool LacksSelector(string text) => text.TrimEnd().EndsWith(':');

    /// <summary>Reads what <see cref="ToString"/> wrote.</summary>
    /// <returns><see langword="null"/> when the text names no role.</returns>
    public static AccessGrant? Parse(string text)
    {
        var (name, selector) = text.IndexOf(':', StringComparison.Ordinal) is var at and > 0
            ? (text[..at], text[(at + 1)..].Trim())
            : (text, "");
        foreach (var role in Enum.GetValues<Role>())
            if (string.Equals(role.ToString(), name.Trim(), StringComparison.OrdinalIgnoreCase))
                return new(role, selector is "*" ? "" : selector);
        return null;
    }
}
