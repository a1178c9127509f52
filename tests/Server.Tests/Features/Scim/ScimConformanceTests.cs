namespace IwTune.Server.Tests.Features.Scim;

/// <summary>What the providers' own test suites ask of a server.</summary>
public sealed class ScimConformanceTests(ProvisionedServer server) : IClassFixture<ProvisionedServer>
{
    public static TheoryData<string> Entra => [.. EntraCases.All.Keys];

    public static TheoryData<string> Okta => [.. OktaCases.All.Keys];

    [Theory, MemberData(nameof(Entra))]
    public Task It_passes_the_test_of_Entra_ID(string name) => EntraCases.All[name](server);

    [Theory, MemberData(nameof(Okta))]
    public Task It_passes_the_test_of_Okta(string name) => OktaCases.All[name](server);
}
