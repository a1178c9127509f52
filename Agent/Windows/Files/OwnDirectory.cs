using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace IwTune.Agent.Windows.Files;

/// <summary>
/// A directory that only SYSTEM, administrators and, when it is neither, this user may enter. Everybody may make folders and files below
/// <c>%ProgramData%</c>, so what is there already is believed only when one of those made it.
/// </summary>
[SupportedOSPlatform("windows")]
internal static class OwnDirectory
{
    /// <summary>Makes it, or closes one that lets others in.</summary>
    /// <exception cref="IOException">It cannot be made, or belongs to somebody who must not decide what an administrator's agent does.</exception>
    /// <exception cref="UnauthorizedAccessException">This user may not make or close it.</exception>
    public static void Open(string path)
    {
        using var self = WindowsIdentity.GetCurrent();
        var wanted = Security(self);
        if (!Directory.Exists(path))
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path) ?? path);
            wanted.CreateDirectory(path);
            return;
        }
        var directory = new DirectoryInfo(path);
        var found = directory.GetAccessControl(AccessControlSections.Owner | AccessControlSections.Access);
        if (found.GetOwner(typeof(SecurityIdentifier)) is not SecurityIdentifier owner || !IsTrusted(owner, self))
        {
            throw new IOException("It was made by somebody who is no administrator, and what is in it cannot be believed. "
                + "Look at it, then remove it or have an administrator take it over (takeown /f DIR /a /r).");
        }
        if (!found.AreAccessRulesProtected || LetsOthersIn(found, self))
            directory.SetAccessControl(wanted);
    }

    private static DirectorySecurity Security(WindowsIdentity self)
    {
        var security = new DirectorySecurity();
        security.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        foreach (var sid in Trusted(self))
        {
            security.AddAccessRule(new FileSystemAccessRule(
                sid, FileSystemRights.FullControl, InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit, PropagationFlags.None, AccessControlType.Allow));
        }
        return security;
    }

    private static IEnumerable<SecurityIdentifier> Trusted(WindowsIdentity self)
    {
        yield return new SecurityIdentifier(WellKnownSidType.LocalSystemSid, null);
        yield return new SecurityIdentifier(WellKnownSidType.BuiltinAdministratorsSid, null);
        if (!new WindowsPrincipal(self).IsInRole(WindowsBuiltInRole.Administrator) && self.User is { } user)
            yield return user;
    }

    // An elevated administrator's own directory is as good as the group's: the owner of what he makes is one or the other by a setting.
    private static bool IsTrusted(SecurityIdentifier owner, WindowsIdentity self) => owner == self.User || Trusted(self).Contains(owner);

    private static bool LetsOthersIn(DirectorySecurity found, WindowsIdentity self) =>
        found.GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier)).Cast<FileSystemAccessRule>()
            .Any(rule => rule.AccessControlType == AccessControlType.Allow && !Trusted(self).Contains((SecurityIdentifier)rule.IdentityReference));
}
