using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Windows.Faults;

/// <summary>
/// What a policy requires of every profile: as much as that Windows can express, so that as many faults as possible can occur.
/// </summary>
internal static class Wish
{
    public static BundleContent For(EmulatedHost host, int segments = 16) =>
        WindowsBench.Content(
            host.Profile.Build switch
            {
                // One custom template, or two when the default needs both: the prefix shares one.
                < 14393 => [("default", segments), ("prefix:10.0.0.0/8", segments)],
                _ => [("default", segments), ("prefix:10.0.0.0/8", segments == 16 ? 20 : segments)],
            }
        ) with
        {
            ConfirmSeconds = 120,
        };
}
