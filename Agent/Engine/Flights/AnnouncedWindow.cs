namespace IwTune.Agent.Engine.Flights;

/// <summary>The real effect of a route's initrwnd on the window that this host announces first.</summary>
/// <param name="Effect">What it does.</param>
/// <param name="Segments">The route's initrwnd.</param>
/// <param name="With">First window with it, bytes.</param>
/// <param name="Without">First window without it, bytes.</param>
/// <param name="Note">The same for people, with the numbers, and what to change instead.</param>
public sealed record AnnouncedWindow(ReceiveEffect Effect, int Segments, long With, long Without, string Note);

/// <summary>What an initrwnd does.</summary>
public enum ReceiveEffect
{
    /// <summary>The window is the same without it.</summary>
    None,

    /// <summary>It makes the window smaller.</summary>
    Caps,

    /// <summary>It makes the window larger.</summary>
    Raises,
}
