using IwTune.Server.Console;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies;

/// <summary>The removal of policies is confirmed by two numbers: that of the policies and that of the hosts that it changes.</summary>
internal static class ConfirmedRemoval
{
    public static string Number(int policies, int hosts) => $"{policies}/{hosts}";

    /// <returns>What is missing, with the numbers to say; <see langword="null"/> when nothing is.</returns>
    public static PolicyProblem? Problem(int policies, int hosts, string? confirm) =>
        confirm == Number(policies, hosts)
            ? null
            : new(
                "confirm",
                confirm,
                $"this removes {Quantities.Of(policies, "policy", "policies")} and changes {Quantities.Of(hosts, "host")}: confirm it with "
                    + $"both numbers, {Number(policies, hosts)}",
                0,
                0
            );
}
