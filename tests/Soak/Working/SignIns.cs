using IwTune.Lab;
using IwTune.Soak.Running;

namespace IwTune.Soak.Working;

/// <summary>People sign in with a new browser each time, and read some pages.</summary>
internal sealed class SignIns(SoakGround ground) : Work
{
    private static readonly string[] Pages = ["/hosts", "/policies", "/compliance", "/rollouts", "/audit"];

    public override string Name => "sign-ins";

    public override double UsualInAnHour => 12;

    protected override TimeSpan Every => TimeSpan.FromSeconds(3);

    protected override async Task<int> TurnAsync(int turn, CancellationToken ct)
    {
        var account = ground.Accounts[turn % ground.Accounts.Count];
        using var browser = ground.Server.Client(ground.People, account.Address);
        await Person.SignInAsync(browser, account.Name, account.Password);
        foreach (var page in Pages)
            await browser.GetStringAsync(page, ct);
        return 1;
    }
}
