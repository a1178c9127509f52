using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Windows.Faults;

/// <summary>What a policy asks of every profile: as much as that Windows can express, so that as much as possible can go wrong.</summary>
internal static class Wish
{
    public static BundleContent For(EmulatedHost host, int segments = 16) =>
        WindowsBench.Content(
            host.Profile.Build switch
            {
                // One custom template, or two that the default needs both: the prefix shares.
                < 14393 => [("default", segments), ("prefix:10.0.0.0/8", segments)],
                _ => [("default", segments), ("prefix:10.0.0.0/8", segments == 16 ? 20 : segments)],
            }
        ) with
        {
            ConfirmSeconds = 120,
        };
}
