using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace IwTune.Agent.Windows.Files;

/// <summary>
/// A directory that only SYSTEM, administrators and, when it is neither, this user may enter. Every user may make folders and files below
/// <c>%ProgramData%</c>, so an existing directory is trusted only when one of those made it.
/// </summary>
[SupportedOSPlatform("windows")]
internal static class OwnDirectory
{
    /// <summary>Makes it, or closes one that admits others.</summary>
    /// <exception cref="IOException">
    /// It cannot be made, or belongs to a user who must not decide what an administrator's agent does.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">This user may not make or close it.</exception>
    public static void Open(string path)
    {
        using var identity = WindowsIdentity.GetCurrent();
        var (self, elevated) = (identity.User!.Value, new WindowsPrincipal(identity).IsInRole(WindowsBuiltInRole.Administrator));
        var wanted = Security(DirectoryTrusts.Inside(self, elevated));
        if (!Directory.Exists(path))
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path) ?? path);
            wanted.CreateDirectory(path); // with its rights from the first moment; no effect if another user was faster: checked below
        }
        var directory = new DirectoryInfo(path);
        switch (Judge(directory.GetAccessControl(AccessControlSections.Owner | AccessControlSections.Access), self, elevated))
        {
            case DirectoryTrust.Refuse:
                throw new IOException(
                    "Its owner is not an administrator, so its content cannot be trusted. "
                        + "Look at it, then remove it, or take it over: takeown /f DIR /a /r."
                );
            case DirectoryTrust.Close:
                directory.SetAccessControl(wanted);
                break;
        }
    }

    private static DirectoryTrust Judge(DirectorySecurity found, string self, bool elevated) =>
        DirectoryTrusts.Of(
            found.GetOwner(typeof(SecurityIdentifier))?.Value,
            !found.AreAccessRulesProtected,
            found
                .GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier))
                .Cast<FileSystemAccessRule>()
                .Where(rule => rule.AccessControlType == AccessControlType.Allow)
                .Select(rule => rule.IdentityReference.Value),
            self,
            elevated
        );

    private static DirectorySecurity Security(IEnumerable<string> inside)
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
