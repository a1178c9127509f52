using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>What an approval is for, in 64 hexadecimal digits.</summary>
internal static class PlanHash
{
    /// <summary>
    /// SHA-256 over lines: policy, revisions with their digests, rules, and every host by id with its ring and its windows before and
    /// after.
    /// </summary>
    public static string Of(PlanTarget target, RolloutRules rules, bool emergency, IReadOnlyList<(PlanHost Host, int Ring)> hosts)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Line("iwtune rollout plan v1");
        Line($"policy {target.Policy}");
        Line($"from {(target.From is { } from ? $"{from.Number} {from.Digest}" : "nothing")}");
        Line($"to {target.To.Number} {target.To.Digest}");
        Line($"emergency {(emergency ? "yes" : "no")}");
        Line($"rules {JsonSerializer.Serialize(rules, RolloutJson.Default.RolloutRules)}");
        var after = Windows(target.To.ReadContent());
        foreach (var (host, ring) in hosts.OrderBy(one => one.Host.Identity.Id, StringComparer.Ordinal))
            Line(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"host {host.Identity.Id} {ring} {(host.Before.Length == 0 ? "unknown" : host.Before)} {after}"
                )
            );
        return Convert.ToHexStringLower(hash.GetHashAndReset());

        void Line(string text) => hash.AppendData(Encoding.UTF8.GetBytes(text + "\n"));
    }

    private static string Windows(BundleContent content) =>
        string.Join(
            ';',
            content.Windows.Select(window =>
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{window.Scope}={window.InitCwnd?.ToString(CultureInfo.InvariantCulture) ?? "-"}/"
                        + $"{window.InitRwnd?.ToString(CultureInfo.InvariantCulture) ?? "-"}"
                )
            )
        );
}
