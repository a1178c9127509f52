using IwTune.Lab;

namespace IwTune.EndToEnd.Automation;

/// <summary>The file system of this machine under an overlay: what is written there is gone with the call.</summary>
internal static class CopiedSystem
{
    /// <summary>Runs a shell script in a copy that has a machine id of its own.</summary>
    /// <param name="script">Ends at the first command that fails.</param>
    public static string Run(string script)
    {
        var ran = Commands.TryRun(
            "unshare",
            "--mount",
            "sh",
            "-ec",
            """
            mount -t tmpfs tmpfs /mnt
            mkdir /mnt/upper /mnt/work /mnt/root
            mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
            mount --rbind /dev /mnt/root/dev
            mount -t proc proc /mnt/root/proc
            mount -t sysfs -o ro sysfs /mnt/root/sys
            mount -t tmpfs tmpfs /mnt/root/run
            tr -d - < /proc/sys/kernel/random/uuid > /mnt/root/etc/machine-id
            exec chroot /mnt/root sh -ec "$0"
            """,
            script
        );
        Assert.True(ran.ExitCode == 0, $"{ran.ExitCode}\n{ran.Output}\n{ran.Error}");
        return ran.Output;
    }
}
