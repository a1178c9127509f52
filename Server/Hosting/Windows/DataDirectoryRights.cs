using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;
using IwTune.Server.Storage;
using IwTune.Shared.Files;

namespace IwTune.Server.Hosting.Windows;

/// <summary>The access rights of the data directory on Windows. Every user may make folders below <c>%ProgramData%</c>.</summary>
[SupportedOSPlatform("windows")]
internal static class DataDirectoryRights
{
    /// <summary>Makes the directory, for SYSTEM and administrators only, or closes one that others may read.</summary>
    /// <exception cref="StorageUnusableException">Others may write there, or an untrusted account owns it.</exception>
    public static void Close(string path)
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
        var found = DirectoryRights.Of(directory.GetAccessControl(AccessControlSections.Owner | AccessControlSections.Access));
        switch (DataTrust.Of(found, self, elevated))
        {
            case DirectoryTrust.Refuse:
                throw new StorageUnusableException(DataTrust.Refusal(path, DataTrust.Writers(found, self)));
            case DirectoryTrust.Close:
                directory.SetAccessControl(wanted);
                // Without others the rights are only inherited, as a folder's in an unpacked backup.
                if (found.Admitted.Any(one => !DirectoryTrusts.Inside(self, elevated).Contains(one.Account)))
                    System.Console.Error.WriteLine(
                        $"iwtune-server: {path} was open to others and is closed to them now: it holds keys and the store."
                    );
                break;
        }
    }
}
