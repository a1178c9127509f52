using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;
using IwTune.Shared.Files;

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
        var wanted = DirectoryRights.Closed(DirectoryTrusts.Inside(self, elevated));
        if (!Directory.Exists(path))
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path) ?? path);
            wanted.CreateDirectory(path); // with its rights from the first moment; no effect if another user was faster: checked below
        }
        var directory = new DirectoryInfo(path);
        var found = directory.GetAccessControl(AccessControlSections.Owner | AccessControlSections.Access);
        switch (Judge(DirectoryRights.Of(found), self, elevated))
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

    private static DirectoryTrust Judge(DirectoryRights found, string self, bool elevated) =>
        DirectoryTrusts.Of(found.Owner, found.Inherits, found.Admitted.Select(one => one.Account), self, elevated);
}
