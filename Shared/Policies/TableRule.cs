using System.Globalization;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>A <c>table</c> as written. Names of /etc/iproute2/rt_tables differ from host to host, so a policy names numbers.</summary>
internal static class TableRule
{
    private const string Local = "local";
    private const string Rule = "must be the number of a routing table, 1 to 4294967295, or `local`";

    internal static Scope.Table? Read(Node node, string path, Findings findings)
    {
        if (node is Node.Refused)
            return null;
        if (node is Node.Scalar { IsNull: false, Value: var written })
        {
            if (IsValid(written))
                return new(written);
            findings.Problem(
                path,
                node,
                written switch
                {
                    "main" or "254" => "the main table belongs to the other scopes; write `default`, `prefix` or `interface`",
                    "255" => "this is the table of the host's own addresses; write `table: local`",
                    _ => Rule,
                }
            );
            return null;
        }
        findings.Problem(path, node, Rule);
        return null;
    }

    /// <summary>True for <c>local</c> and for a number in its shortest form that is neither main's nor local's.</summary>
    internal static bool IsValid(string text) =>
        text == Local
        || (
            uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number is not (0 or 254 or 255)
            && number.ToString(CultureInfo.InvariantCulture) == text
        );
}
