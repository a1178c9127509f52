using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace IwTune.Shared.Files;

/// <summary>Who owns a directory of Windows and whom it admits, as far as <see cref="DirectoryTrusts"/> judges it.</summary>
/// <param name="Owner">The owner's security identifier; <see langword="null"/> when it cannot be read.</param>
/// <param name="Inherits">True when it inherits rights of its parent.</param>
/// <param name="Admitted">Every account that an entry allows something, inherited entries included.</param>
public sealed record DirectoryRights(string? Owner, bool Inherits, IReadOnlyList<AccountRights> Admitted)
{
    /// <summary>What a directory's descriptor says. Entries that deny are left out: they only take away.</summary>
    /// <param name="found">The descriptor, read with owner and access.</param>
    [SupportedOSPlatform("windows")]
    public static DirectoryRights Of(DirectorySecurity found) =>
        new(
            found.GetOwner(typeof(SecurityIdentifier))?.Value,
            !found.AreAccessRulesProtected,
            [
                .. found
                    .GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier))
                    .Cast<FileSystemAccessRule>()
                    .Where(rule => rule.AccessControlType == AccessControlType.Allow)
                    .Select(rule => new AccountRights(rule.IdentityReference.Value, (int)rule.FileSystemRights)),
            ]
        );

    /// <summary>The descriptor of a directory, and of all that will be in it, for these accounts alone.</summary>
    /// <param name="inside">Security identifiers; each gets every right.</param>
    [SupportedOSPlatform("windows")]
    public static DirectorySecurity Closed(IEnumerable<string> inside)
    {
        var security = new DirectorySecurity();
        security.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        foreach (var sid in inside)
        {
            security.AddAccessRule(
                new FileSystemAccessRule(
                    new SecurityIdentifier(sid),
                    FileSystemRights.FullControl,
                    InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit,
                    PropagationFlags.None,
                    AccessControlType.Allow
                )
            );
        }
        return security;
    }
}
