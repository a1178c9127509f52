namespace IwTune.Shared.Model;

/// <summary>Who is at the other end of a path, as far as a ceiling for the initial window asks.</summary>
public enum PathRole
{
    /// <summary>Anybody: receivers and links that nobody here knows.</summary>
    Internet,

    /// <summary>Hosts and links of one's own.</summary>
    Own,
}
