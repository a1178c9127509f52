using IwTune.Server.Features.Compliance;
using IwTune.Shared.Compliance;

namespace IwTune.Server.Tests.Features.Compliance;

public sealed class FleetHealthTests
{
    [Theory]
    [InlineData("Compliant 1", "The only host is compliant.")]
    [InlineData("Compliant 1204, Repaired 2", "All 1,206 hosts are compliant.")]
    [InlineData("Compliant 1, Applying 2, Excepted 1", "1 of 4 hosts is compliant; none of the others needs attention.")]
    [InlineData("Error 1", "The verdict on the only host is Error.")]
    [InlineData(
        "Compliant 21, Error 3, Drifted 10, NeverSeen 7, Unsupported 7",
        "21 of 48 hosts are compliant; 13 need attention: 3 Error, 10 Drifted."
    )]
    public void A_fleet_is_described_in_one_sentence(string hosts, string sentence) =>
        Assert.Equal(sentence, FleetHealth.Sentence(Read(hosts), without: 0));

    [Theory]
    [InlineData("Compliant 2, Applying 1", null)]
    [InlineData("Stale 1, Excepted 4", "1 host needs attention: 1 Stale.")]
    [InlineData("Error 3, Drifted 10, NeverSeen 7", "13 hosts need attention: 3 Error, 10 Drifted.")]
    public void What_needs_attention_is_said_by_itself_too(string hosts, string? sentence) =>
        Assert.Equal(sentence, FleetHealth.AttentionSentence(Read(hosts)));

    [Theory]
    [InlineData("Compliant 1", 1, "The only host has no policy.")]
    [InlineData("Compliant 2", 2, "All 2 hosts are compliant, all of them without a policy.")]
    [InlineData("Compliant 60", 40, "All 60 hosts are compliant, 40 of them without a policy.")]
    [InlineData("Compliant 3, Stale 1", 2, "3 of 4 hosts are compliant, 2 of them without a policy; 1 needs attention: 1 Stale.")]
    public void Hosts_without_a_policy_do_not_raise_the_share_unseen(string hosts, int without, string sentence) =>
        Assert.Equal(sentence, FleetHealth.Sentence(Read(hosts), without));

    private static Dictionary<Verdict, int> Read(string hosts) =>
        hosts.Split(", ").Select(one => one.Split(' ')).ToDictionary(one => Enum.Parse<Verdict>(one[0]), one => int.Parse(one[1]));
}
