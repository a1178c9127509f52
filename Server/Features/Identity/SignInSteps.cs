using IwTune.Server.Console;

namespace IwTune.Server.Features.Identity;

internal static class SignInSteps
{
    /// <summary>Where a sign-in goes on: to its next page, which comes back later, or back at once.</summary>
    /// <param name="step">What the last page led to.</param>
    /// <param name="back">The page that the person wanted.</param>
    /// <returns><see langword="null"/> when the page that asked must ask again.</returns>
    public static string? Next(this SigningIn.Step step, string? back)
    {
        var wanted = LocalAddress.OrHome(back);
        return step switch
        {
            SigningIn.Step.SecondFactor => Address.Of("/sign-in/second", ("back", wanted)),
            SigningIn.Step.SetUp => Address.Of("/sign-in/set-up", ("back", wanted)),
            SigningIn.Step.NewPassword => Address.Of("/sign-in/new-password", ("back", wanted)),
            SigningIn.Step.Done => wanted,
            _ => null,
        };
    }
}
