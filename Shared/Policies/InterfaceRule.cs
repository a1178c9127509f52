using System.Globalization;
using System.Text;
using IwTune.Shared.Formatting;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>An <c>interface</c> as written: the kernel's own rule for names (net/core/dev.c, dev_valid_name).</summary>
internal static class InterfaceRule
{
    internal static Scope.Interface? Read(Node node, string path, Findings findings)
    {
        if (node is Node.Scalar { IsNull: false } scalar && IsValid(scalar.Value))
        {
            if (findings.Interfaces is { } there && !there.Contains(scalar.Value, StringComparer.Ordinal))
                findings.Problem(path, node, Missing(there));
            return new(scalar.Value);
        }
        if (node is not Node.Refused)
            findings.Problem(
                path,
                node,
                "must be an interface name as `ip link` shows it: 1 to 15 bytes, no space, slash, colon or control character"
            );
        return null;
    }

    private static string Missing(IReadOnlyCollection<string> there) =>
        there.Count switch
        {
            0 => "this host has no interfaces",
            1 => $"this host has no such interface; its only interface is {there.Single()}",
            _ => $"this host has no such interface; its interfaces are {FirstNames.Of(there)}",
        };

    private static bool IsValid(string name) =>
        name.Length > 0
        && Encoding.UTF8.GetByteCount(name) <= 15
        && name is not ("." or "..")
        && !name.Any(c =>
            c is '/' or ':'
            || char.IsWhiteSpace(c)
            || char.IsControl(c)
            || char.IsSurrogate(c)
            || char.GetUnicodeCategory(c) == UnicodeCategory.Format
        );
}
