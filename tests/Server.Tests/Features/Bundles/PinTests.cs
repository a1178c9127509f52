using FsCheck;
using FsCheck.Fluent;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Bundles;

/// <summary>A hold takes precedence over everything else that decides a host's required content.</summary>
public sealed class PinTests
{
    private static readonly string[] Policies = ["edge", "base", "lab"];
    private static readonly string[] Selectors = ["*", "site:fra", "site:ams", "os:linux", "host:web-1"];

    [Fact]
    public void Whatever_is_published_assigned_rolled_out_or_labelled_a_held_host_must_have_what_it_had() =>
        Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), turns => Kept(turns)).Check(Config.QuickThrowOnFailure.WithMaxTest(300));

    private static void Kept(byte[] turns)
    {
        var host = new HostIdentity("id", "web-1", "linux", "6.1", new Dictionary<string, string> { ["site"] = "fra" });
        var before = Set(turns, 0, null).For(host);
        var pin = new HoldPin(
            "hold",
            new HoldState("user:anna", DateTimeOffset.UnixEpoch, null, "why"),
            new(before.Content, before.Digest)
        );
        for (var i = 0; i < turns.Length; i++)
        {
            var moved = host with { Labels = new Dictionary<string, string> { ["site"] = turns[i] % 2 == 0 ? "ams" : "fra" } };
            var set = Set(turns, i, pin);
            var (held, free) = (set.For(moved), set.Unheld(moved));
            Assert.Equal(before.Digest, held.Digest);
            Assert.Null(held.By);
            Assert.Equal(free.Digest == before.Digest, held.Lacks.Length == 0);
            Assert.Equal(free.Digest, Set(turns, i, null).For(moved).Digest);
            var another = moved with { Id = "another" };
            Assert.Equal(Set(turns, i, null).For(another).Digest, set.For(another).Digest);
        }
    }

    [Fact]
    public void A_pin_whose_policy_is_gone_says_so_and_is_kept()
    {
        var content = Content("edge", 8);
        var pin = new HoldPin("hold", new HoldState("user:anna", DateTimeOffset.UnixEpoch, null, "why"), content);
        var held = new RequirementSet(
            1,
            [],
            new Dictionary<string, PublishedPolicy>(),
            new Dictionary<string, HoldPin> { ["id"] = pin }
        ).For(new HostIdentity("id", "web-1", "linux", "6.1", new Dictionary<string, string>()));
        Assert.Equal(content.Digest, held.Digest);
        Assert.Contains("Policy edge no longer exists; the host keeps its content.", held.Explanation, StringComparison.Ordinal);
        Assert.Equal("the end of edge: nothing is required from it", held.Lacks);
    }

    /// <summary>
    /// A requirement set described by bytes: the policies, the revisions they require, the hosts admitted to a rollout, the valid
    /// assignments.
    /// </summary>
    private static RequirementSet Set(byte[] turns, int from, HoldPin? pin)
    {
        var policies = Policies
            .Select((name, n) => (name, seed: Seed(n)))
            .ToDictionary(
                one => one.name,
                one => new PublishedPolicy(
                    one.seed % 4 == 0 ? null : Content(one.name, one.seed % 5 + 1),
                    one.seed % 3 == 0
                        ? new RolloutInForce("r", Content(one.name, 9), new HashSet<string>(one.seed % 2 == 0 ? ["id"] : []))
                        : null
                )
            );
        var assignments = Selectors
            .Where((_, n) => Seed(n + 3) % 2 == 0)
            .Select(
                (text, n) =>
                    new Assignment(
                        $"{n}",
                        Selector.Parse(text).Selector!,
                        Policies[Seed(n + 7) % Policies.Length],
                        Seed(n + 11) % 7,
                        DateTimeOffset.UnixEpoch
                    )
            );
        return new(from, assignments, policies, pin is null ? null : new Dictionary<string, HoldPin> { ["id"] = pin });

        int Seed(int n) => turns.Length == 0 ? n : turns[(from + n) % turns.Length] + n;
    }

    private static PublishedContent Content(string policy, int revision)
    {
        var content = new BundleContent { Policy = policy, Revision = revision };
        return new(content, BundleDigest.Of(content));
    }
}
